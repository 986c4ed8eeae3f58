#pragma once

#include "core/base/error.h"
#include "core/scenario/study.h"

#include <QString>

#include <vector>

namespace cardfit::ui {

// Reads a study, or a file with a single scenario, which becomes a study of one. All problems; empty: `study` is set.
std::vector<Error> readStudyFile(const QString& path, const ModelReaders& readers, Study& study);

// The study as it is written to `path`: files of models that lie beside or below it are named from there, so that the
// folder can be moved; in the program their names are absolute, so that the study can.
Study asWrittenTo(const QString& path, Study study);

// Replaces `path` in one step (a killed program leaves the old file whole) and reads it back. A previous file with
// other content is kept as <path>.bak. Problems; empty: written.
std::vector<Error> writeStudyFile(const QString& path, const std::string& content);

} // namespace cardfit::ui
