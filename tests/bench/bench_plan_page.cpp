// A slider's move until the whole Plan page is painted, 1280 x 800, offscreen. Prints the 50th and 99th percentile.
#include "tests/ui/window_fixture.h"

#include "ui/inputs/bound_slider.h"

#include <QElapsedTimer>
#include <QMouseEvent>

#include <algorithm>
#include <cstdio>
#include <vector>

namespace {

void send(QWidget& widget, QEvent::Type type, QPointF place, Qt::MouseButtons buttons)
{
    QMouseEvent event(type, place, widget.mapToGlobal(place), type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton, buttons,
                      Qt::NoModifier);
    QCoreApplication::sendEvent(&widget, &event);
}

void measure(WindowFixture& fixture, const char* name)
{
    auto& slider = *fixture.find<cardfit::ui::BoundSlider>(name);
    std::vector<double> times;
    send(slider, QEvent::MouseButtonPress, slider.handlePoint(slider.shownValue()), Qt::LeftButton);
    for (int move = 0; move < 400; ++move) {
        const int span = slider.width() - 2 * cardfit::ui::BoundSlider::kInset;
        const int place = move % (2 * span);
        QElapsedTimer timer;
        timer.start();
        send(slider, QEvent::MouseMove, QPointF(cardfit::ui::BoundSlider::kInset + (place < span ? place : 2 * span - place), 11),
             Qt::LeftButton);
        QCoreApplication::sendPostedEvents();
        QCoreApplication::processEvents(); // plan, queued replots and paint events
        times.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
    }
    send(slider, QEvent::MouseButtonRelease, QPointF(20, 11), Qt::NoButton);
    std::ranges::sort(times);
    std::printf("%-20s p50 %5.2f ms   p99 %5.2f ms   most %5.2f ms\n", name, times[times.size() / 2], times[times.size() * 99 / 100],
                times.back());
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    WindowFixture fixture;
    QCoreApplication::processEvents();
    for (const char* name : {"model.parameters_b", "context_tokens", "concurrency", "weights", "task", "ownership.years"})
        measure(fixture, name);
    return 0;
}
