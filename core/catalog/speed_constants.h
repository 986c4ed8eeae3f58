#pragma once

#include "core/base/units.h"
#include "core/catalog/fact.h"

#include <array>
#include <string>
#include <unordered_map>
#include <vector>

namespace cardfit {

enum class Evidence { Strong, Some, Weak };

// Shares of the data sheet that a class of cards reaches: data/speed/card-classes.json (plan/speed/README.md 3).
struct CardClass {
    std::string id;
    double bandwidthShare = 0.7, gemmShare = 0.45, trainingShare = 0.4;
    Evidence evidence = Evidence::Weak;
    bool other = false;               // nothing measured: intervals widened
    bool blackwell = false;           // moe_bw instead of moe_bwh
    bool flashAttention2Fills = true; // attention share >= 0.9 in training: all but Hopper and Blackwell
    bool newerFlashAttention = false; // versions 3 and 4 fill it: Hopper (not H20) and Blackwell, PyTorch 2.9 on
    bool oldServerNetwork = false;    // ib_a instead of ib_h
    bool graceHost = false;
    std::vector<Fact> facts;
};

// Constants of one kernel family: data/speed/kernel-families.json (plan/speed/README.md 4, 6).
struct KernelFamily {
    std::string id;
    Seconds perExpertBlock, perExpertBlockWithPrompt;
    double iterationsBeforePrompt = 1.3;
    Seconds firstTokenPerRunning;
};

// data/speed/serving.json, by the names there; what each does: plan/speed/README.md 4 and 6.
struct ServingConstants {
    double g_fp8, g_fp4, n_half, p_norm, p_pre, a_attn, kv_bw, moe_bw, moe_bwh, moe_g, moe_a, moe_h, p_moe, corr, ep_imb, q4h, tmx, tmla,
        pe_mla, tlin, q4, q8, q4c, q8c, hostq, hostb, ar_lat, ar_bw, pcie_lat, pcie_bw, S_seq, S_seq0, int_k, burst, smax, p_host, spec_d;
};

// data/speed/training.json, by the names there (plan/speed/README.md 9). Framework factors by name.
struct TrainingConstants {
    double f8, f8r, mx, f4, att, att_b, att_titan, att_fsdp, mem, moe, moe_mem, t_moe, tp_x, tp_titan, nvl, ib_h, ib_a, eth, pcie, ov, ex0,
        bub_v, sac, q4_dq, lm, lm_g, ld;
    std::unordered_map<std::string, double> frameworkFactors;
};

// 80 % interval: multiply the figure by low and high. Keys of data/speed/intervals.json: "tpot-load/strong/*".
struct IntervalFactors {
    double low = 0.55, high = 1.6;
};
enum class SpeedTask { Decode, Throughput, TpotLoad, TpotLoadExperts, Ttft, TtftLoad, Train, TrainExperts };
inline constexpr std::size_t kSpeedTasks = 8;

struct SpeedConstants {
    ServingConstants serving{};
    TrainingConstants training{};
    std::unordered_map<std::string, CardClass> classes;
    std::unordered_map<std::string, KernelFamily> families;
    // resolved for every (task, card evidence, engine is strong): the most specific key present
    std::array<std::array<std::array<IntervalFactors, 2>, 3>, kSpeedTasks> intervals{};
    IntervalFactors otherClassFactors{0.65, 1.5}; // further factors for class "other"
    std::vector<Fact> facts;
};

} // namespace cardfit
