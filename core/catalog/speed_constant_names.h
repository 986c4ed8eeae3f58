#pragma once

// The constants of data/speed/serving.json and training.json, each named once: the structures that hold them and the
// loader that reads them by name are both made from these lists. What each does: plan/speed/README.md 4 to 10.

// clang-format off
#define CARDFIT_SERVING_CONSTANTS(X)                                                                                  \
    /* shares of peaks and bandwidth, blends */                                                                       \
    X(g_fp8) X(g_fp4) X(n_half) X(tile_onset) X(p_norm) X(p_pre) X(a_attn) X(kv_bw)                                   \
    /* experts */                                                                                                     \
    X(moe_bw) X(moe_bwh) X(moe_g) X(moe_a) X(moe_h) X(p_moe) X(corr) X(ep_imb) X(q4h) X(tmx)                          \
    /* latent and linear blocks, weight-only formats */                                                               \
    X(tmla) X(pe_mla) X(tlin) X(pe_lin) X(q4) X(q8) X(q4c) X(q8c) X(hostq) X(hostb)                                   \
    /* links */                                                                                                       \
    X(ar_lat) X(ar_bw) X(pcie_lat) X(pcie_bw) X(fabric_lat_per_doubling) X(pcie_lat_per_rank) X(stage_handover)       \
    X(stage_fabric_share) X(stage_pcie_share) X(pcie_default) X(pcie_payload)                                         \
    /* host, scheduler, load */                                                                                       \
    X(S_seq) X(S_seq0) X(int_k) X(burst) X(smax) X(p_host) X(p_launch) X(spec_d) X(requests_per_client)               \
    X(target_use) X(stable_share) X(near_limit) X(smallest_chunk) X(static_batch_tokens)                              \
    /* the simulated server, and waits behind prompts */                                                              \
    X(block_tokens) X(watermark) X(residual_shared)                                                                   \
    /* a pool that hardly fits */                                                                                     \
    X(small_pool) X(raised_share) X(run_room_gib)                                                                     \
    /* how far measurements reach */                                                                                  \
    X(covered_weight_only_batch) X(covered_batch) X(covered_context) X(covered_parameters)

#define CARDFIT_TRAINING_CONSTANTS(X)                                                                                 \
    /* peaks by compute type, attention kernels, element-wise work */                                                 \
    X(f8) X(f8r) X(mx) X(f4) X(fp32_share) X(att) X(att_b) X(att_titan) X(att_fsdp) X(att_filled) X(att_eager)        \
    X(mem) X(mem_tp) X(stream) X(recomputed_traffic) X(sac) X(loss_plain) X(loss_fused) X(fused_kernels)              \
    /* experts */                                                                                                     \
    X(moe) X(moe_a) X(moe_most) X(moe_mem) X(cast_moe) X(t_moe)                                                       \
    /* links */                                                                                                       \
    X(tp_x) X(tp_titan) X(nvl) X(nic) X(eth) X(pcie) X(ov) X(ex0) X(bub_v) X(offload_pcie) X(quantized_gather)        \
    /* optimizer, weights made anew, host */                                                                          \
    X(optimizer_bytes) X(stream_optimizer) X(host_adam_bytes) X(host_adam_rate) X(q4_bytes) X(cast_bytes) X(lm)       \
    X(lm_g) X(ld)
// clang-format on
