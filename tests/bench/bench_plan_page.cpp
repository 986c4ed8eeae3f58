// A slider's move until the whole Plan page is painted, 1280 x 800, offscreen: 300 moves that change the page, of each
// slider; and the same for a limit that is dragged on the Speed page. Budget on a 2-core machine: p50 8 ms, p99 16 ms.
#include "tests/ui/window_fixture.h"

#include "ui/charts/speed_plot.h"
#include "ui/inputs/bound_slider.h"

#include <QElapsedTimer>
#include <QMouseEvent>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <vector>

namespace {

constexpr int kMoves = 300;

// Counts what the program paints.
class PaintCounter : public QObject {
public:
    int painted = 0;

protected:
    bool eventFilter(QObject*, QEvent* event) override
    {
        painted += event->type() == QEvent::Paint;
        return false;
    }
};

void send(QWidget& widget, QEvent::Type type, QPointF place, Qt::MouseButtons buttons)
{
    QMouseEvent event(type, place, widget.mapToGlobal(place), type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton, buttons,
                      Qt::NoModifier);
    QCoreApplication::sendEvent(&widget, &event);
}

double processorMilliseconds() { return static_cast<double>(std::clock()) * 1000 / CLOCKS_PER_SEC; }

// One number of a sorted list.
double percentile(const std::vector<double>& sorted, std::size_t percent) { return sorted[sorted.size() * percent / 100]; }

struct Times {
    std::vector<double> wall, processor; // ms of each move that changed the page
};

// Turns of the event loop (plan, queued replots, paint events) until one paints nothing more; that one is not counted.
void moveAndPaint(QWidget& slider, QPointF place, PaintCounter& counter, const int& plans, Times& times)
{
    const int plansBefore = plans;
    QElapsedTimer timer;
    timer.start();
    const double start = processorMilliseconds();
    send(slider, QEvent::MouseMove, place, Qt::LeftButton);
    double wall = 0, processor = 0;
    for (int before = -1; before != counter.painted;) {
        before = counter.painted;
        QCoreApplication::processEvents();
        if (before != counter.painted) {
            wall = static_cast<double>(timer.nsecsElapsed()) / 1e6;
            processor = processorMilliseconds() - start;
        }
    }
    if (plans == plansBefore) // between two steps of the slider
        return;
    times.wall.push_back(wall);
    times.processor.push_back(processor);
}

void print(const char* name, Times& times)
{
    if (times.wall.empty()) {
        std::printf("%-20s no move changed the page\n", name);
        return;
    }
    std::ranges::sort(times.wall);
    std::ranges::sort(times.processor);
    std::printf("%-20s p50 %5.2f ms   p99 %5.2f ms   most %5.2f ms   processor p50 %5.2f   p99 %5.2f   (%zu moves)\n", name,
                percentile(times.wall, 50), percentile(times.wall, 99), times.wall.back(), percentile(times.processor, 50),
                percentile(times.processor, 99), times.wall.size());
}

// Drags from `grip` to where `place` says for each move, until enough of them changed the page.
template <class Place>
void drag(WindowFixture& fixture, PaintCounter& counter, const char* name, QWidget& widget, QPointF grip, Place place)
{
    int plans = 0;
    const auto counting = QObject::connect(&fixture.window->recalculator(), &cardfit::ui::Recalculator::planned, [&plans] { ++plans; });
    Times times;
    send(widget, QEvent::MouseButtonPress, grip, Qt::LeftButton);
    for (int move = 0; times.wall.size() < kMoves && move < 100 * kMoves; ++move)
        moveAndPaint(widget, place(move), counter, plans, times);
    send(widget, QEvent::MouseButtonRelease, place(0), Qt::NoButton);
    QCoreApplication::processEvents();
    QObject::disconnect(counting);
    print(name, times);
}

void measureSlider(WindowFixture& fixture, PaintCounter& counter, const char* name)
{
    auto& slider = *fixture.find<cardfit::ui::BoundSlider>(name);
    const int span = slider.width() - 2 * cardfit::ui::BoundSlider::kInset;
    drag(fixture, counter, name, slider, slider.handlePoint(slider.shownValue()), [span](int move) {
        const int along = move % (2 * span); // there and back
        return QPointF(cardfit::ui::BoundSlider::kInset + (along < span ? along : 2 * span - along), 11);
    });
}

void measureLimit(WindowFixture& fixture, PaintCounter& counter)
{
    fixture.window->showPage(cardfit::ui::Page::Speed);
    QCoreApplication::processEvents();
    auto& plot = *fixture.find<cardfit::ui::SpeedPlot>("speedPlot.1");
    const QPointF grip = plot.limitHandle();
    const int span = static_cast<int>(grip.y()) - 20;
    drag(fixture, counter, "limit (Speed page)", plot, grip, [grip, span](int move) {
        const int along = move % (2 * span);
        return grip - QPointF(0, along < span ? along : 2 * span - along);
    });
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    PaintCounter counter;
    application.installEventFilter(&counter);
    WindowFixture fixture;
    QCoreApplication::processEvents();
    for (const char* name : {"model.parameters_b", "context_tokens", "concurrency", "weights", "task", "ownership.years"})
        measureSlider(fixture, counter, name);
    measureLimit(fixture, counter);
    return 0;
}
