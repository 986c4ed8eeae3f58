#pragma once

// The only include of QCustomPlot. Its header needs Qt's foreach, which the rest of the window does without.
#ifdef QT_NO_FOREACH
#undef QT_NO_FOREACH
#include <qcustomplot.h>
#define QT_NO_FOREACH
#else
#include <qcustomplot.h>
#endif
