#pragma once

#include <QFocusEvent>

namespace cardfit::ui {

// Whether to paint the focus ring: after keyboard focus and keyboard use, not after a mouse click.
class FocusCue {
public:
    void focusIn(const QFocusEvent& event)
    {
        m_visible = event.reason() != Qt::MouseFocusReason && event.reason() != Qt::ActiveWindowFocusReason &&
                    event.reason() != Qt::PopupFocusReason && event.reason() != Qt::OtherFocusReason;
    }
    void focusOut() { m_visible = false; }
    void keyUsed() { m_visible = true; }
    bool visible() const { return m_visible; }

private:
    bool m_visible = false;
};

} // namespace cardfit::ui
