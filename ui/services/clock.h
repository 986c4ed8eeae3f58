#pragma once

#include <QDate>
#include <QDateTime>

namespace cardfit::ui {

// What time it is; a test sets its own.
class Clock {
public:
    virtual ~Clock() = default;
    virtual QDateTime now() const { return QDateTime::currentDateTime(); }
    QDate today() const { return now().date(); }
};

} // namespace cardfit::ui
