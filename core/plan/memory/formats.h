#pragma once

#include "core/base/ledger.h"
#include "core/scenario/resolved.h"

namespace cardfit::memory {

// Bytes of all matrices behind `sums` when they are stored in `format`. Linear in the sums, so that a plan never
// loops over matrices. Source: the storage layout of the format, weight_format.h.
double bytesIn(const WeightFormat& format, int groupSize, const MatrixSums& sums);

// Notes bytesIn() as `code` for explain.
void noteBytesIn(Ledger& ledger, std::string_view code, double bytes, const WeightFormat& format, int groupSize, const MatrixSums& sums);

// Notes bytes that the checkpoint's files hold.
void noteStored(const Resolved& scenario, std::string_view term, double bytes);

// The format in which a group of matrices is really stored: the scenario's, or 16 bit (fp32) where the checkpoint or
// the format leaves the group alone (mxfp4: experts only; some fp8 checkpoints: MLP only).
const WeightFormat& formatOf(const Resolved& scenario, MatrixGroup group);

std::string_view codeOf(MatrixGroup group); // how explain calls its bytes: "group_attention"

// Sums of the embedding's shape without positions: what an output head is, and a tied head that must exist apart.
MatrixSums headSums(const Architecture& architecture);

// Bytes per element of what is never quantised: 2, or 4 when the weights are fp32.
inline double keptBytes(const Resolved& scenario) { return scenario.keptFormat->bytesPerWeight; }
inline bool isFp32(const WeightFormat& format) { return format.nominalBits == 32; }
inline bool isSixteenBit(const WeightFormat& format) { return format.nominalBits == 16; }

} // namespace cardfit::memory
