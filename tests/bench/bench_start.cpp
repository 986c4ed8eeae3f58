// From the start of a process to its first painted window, 1280 x 800, offscreen: the program with its sample study against
// an empty QMainWindow of the same build. Budget on a 2-core machine: 80 ms, and three times the empty window; 120 MB.
#include "app/gui/application.h"

#include <QApplication>
#include <QMainWindow>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <vector>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

constexpr int kStarts = 25;

// Ends the process when nothing is left to paint: its parent measures how long it lived.
[[noreturn]] void showAndEnd(QWidget& window)
{
    class Painted : public QObject {
    public:
        int count = 0;

    protected:
        bool eventFilter(QObject*, QEvent* event) override
        {
            count += event->type() == QEvent::Paint;
            return false;
        }
    } painted;
    qApp->installEventFilter(&painted);
    window.show();
    for (int before = -1; painted.count == 0 || before != painted.count;) {
        before = painted.count;
        QCoreApplication::processEvents();
    }
    _exit(0);
}

int runEmpty(int argc, char** argv)
{
    QApplication qt(argc, argv);
    QMainWindow window;
    window.resize(1280, 800);
    showAndEnd(window);
}

int runProgram(int argc, char** argv)
{
    QApplication qt(argc, argv);
    QApplication::setApplicationName(QStringLiteral("Cardfit"));
    std::vector<cardfit::Error> problems;
    const auto application = cardfit::Application::create(qt, cardfit::findFolders({}), {}, problems);
    if (!application)
        return 2;
    showAndEnd(application->window());
}

struct Start {
    double wall = 0, processor = 0; // ms
    double megabytes = 0;
};

Start measure(const char* self, const char* mode)
{
    const auto begin = std::chrono::steady_clock::now();
    const pid_t child = fork();
    if (child == 0) {
        execl(self, self, mode, nullptr);
        _exit(127);
    }
    int status = 0;
    rusage usage{};
    wait4(child, &status, 0, &usage);
    if (status != 0)
        std::fprintf(stderr, "%s ended with %d\n", mode, status);
    const auto milliseconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_usec) / 1e3;
    };
    return {std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count(),
            milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime), static_cast<double>(usage.ru_maxrss) / 1024};
}

double median(const std::vector<Start>& starts, double Start::*figure)
{
    std::vector<double> values;
    for (const Start& start : starts)
        values.push_back(start.*figure);
    std::ranges::sort(values);
    return values[values.size() / 2];
}

} // namespace

int main(int argc, char** argv)
{
    setenv("QT_QPA_PLATFORM", "offscreen", 1);
    if (argc > 1 && std::strcmp(argv[1], "empty") == 0)
        return runEmpty(argc, argv);
    if (argc > 1 && std::strcmp(argv[1], "program") == 0)
        return runProgram(argc, argv);
    for (const char* mode : {"empty", "program"}) {
        std::vector<Start> starts;
        for (int i = 0; i < kStarts; ++i)
            starts.push_back(measure("/proc/self/exe", mode));
        std::printf("%-8s p50 %6.1f ms   processor %6.1f ms   most resident %6.1f MB\n", mode, median(starts, &Start::wall),
                    median(starts, &Start::processor), median(starts, &Start::megabytes));
    }
    return 0;
}
