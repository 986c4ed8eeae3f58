#pragma once

#include "tests/ui/window_fixture.h"

#include <QTest>

// The window on the screen, as a test that uses keys or the mouse needs it.
inline std::unique_ptr<WindowFixture> shownWindow(QSize size = {1280, 800})
{
    auto fixture = std::make_unique<WindowFixture>(size);
    if (!QTest::qWaitForWindowExposed(fixture->window.get()))
        throw std::runtime_error("the window does not show");
    return fixture;
}
