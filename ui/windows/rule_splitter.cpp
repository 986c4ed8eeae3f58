#include "ui/windows/rule_splitter.h"

#include <QMouseEvent>
#include <QPainter>

namespace cardfit::ui {

namespace {

class RuleHandle : public QSplitterHandle {
public:
    explicit RuleHandle(Qt::Orientation orientation, RuleSplitter* splitter) : QSplitterHandle(orientation, splitter), m_splitter(splitter)
    {
    }

protected:
    void paintEvent(QPaintEvent*) override { QPainter(this).fillRect(rect(), m_splitter->appearance().theme().line); }
    void mouseDoubleClickEvent(QMouseEvent*) override { m_splitter->restoreProportion(); }

private:
    RuleSplitter* m_splitter;
};

} // namespace

RuleSplitter::RuleSplitter(const Appearance& appearance, Qt::Orientation orientation, QWidget* parent)
    : QSplitter(orientation, parent), m_appearance(appearance)
{
    setHandleWidth(1); // Qt widens the grab zone of 1 px handles by itself
    setChildrenCollapsible(false);
    connect(this, &QSplitter::splitterMoved, this, [this] { m_dragged = true; });
    connect(&appearance, &Appearance::changed, this, [this] {
        for (int i = 0; i < count(); ++i)
            handle(i)->update();
    });
}

QSplitterHandle* RuleSplitter::createHandle() { return new RuleHandle(orientation(), this); }

void RuleSplitter::setProportion(const QList<int>& sizes)
{
    m_proportion = sizes;
    if (!m_dragged)
        setSizes(sizes);
}

void RuleSplitter::restoreProportion()
{
    m_dragged = false;
    setSizes(m_proportion);
}

} // namespace cardfit::ui
