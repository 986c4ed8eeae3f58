#include "ui/inputs/choice_box.h"

#include "ui/inputs/choice_list.h"
#include "ui/theme/icon.h"
#include "ui/theme/paint_text.h"

#include <QKeyEvent>
#include <QPainter>

#include <algorithm>
#include <utility>

namespace cardfit::ui {

namespace {

constexpr int kHeight = 28, kPadding = 8;
constexpr double kChevron = 9;

} // namespace

ChoiceBox::ChoiceBox(const Appearance& appearance, QWidget* parent) : QAbstractButton(parent), m_appearance(appearance)
{
    setFixedHeight(kHeight);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed); // a button's own policy would not let it shrink
    setFocusPolicy(Qt::StrongFocus);
    connect(this, &QAbstractButton::clicked, this, &ChoiceBox::openList);
    connect(&appearance, &Appearance::changed, this, qOverload<>(&QWidget::update));
}

QSize ChoiceBox::sizeHint() const
{
    // Shaping hundreds of names is a tenth of the start: only the longest are measured, by their number of letters.
    qsizetype longest = 0;
    for (const Choice& choice : m_choices)
        longest = std::max(longest, choice.label.size());
    const QFont font = m_appearance.theme().font(FontRole::Control);
    double widest = 0;
    for (const Choice& choice : m_choices) {
        if (choice.label.size() >= longest - 1)
            widest = std::max(widest, textWidth(choice.label, font));
    }
    return {qRound(widest) + 3 * kPadding + qRound(kChevron), kHeight};
}

void ChoiceBox::setChoices(std::vector<Choice> choices)
{
    if (choices == m_choices)
        return;
    m_choices = std::move(choices);
    updateGeometry();
}

void ChoiceBox::showChoice(const QString& id, const QString& label, const QString& aside)
{
    const auto found = std::ranges::find(m_choices, id, &Choice::id);
    const QString wantedLabel = !label.isEmpty() ? label : found != m_choices.end() ? found->label : id;
    const QString wantedAside = !aside.isEmpty() || found == m_choices.end() ? aside : found->aside;
    if (id == m_id && wantedLabel == m_label && wantedAside == m_aside)
        return;
    m_id = id;
    m_label = wantedLabel;
    m_aside = wantedAside;
    setText(m_label); // what a screen reader says
    update();
}

void ChoiceBox::choose(const QString& id)
{
    if (id != m_id)
        emit chosen(id);
}

void ChoiceBox::step(int count)
{
    const auto found = std::ranges::find(m_choices, m_id, &Choice::id);
    const std::ptrdiff_t here = found == m_choices.end() ? -1 : found - m_choices.begin();
    const std::ptrdiff_t wanted = std::clamp<std::ptrdiff_t>(here + count, 0, std::ssize(m_choices) - 1);
    if (!m_choices.empty())
        choose(m_choices[static_cast<std::size_t>(wanted)].id);
}

void ChoiceBox::openList()
{
    auto* list = new ChoiceList(m_appearance, m_choices, m_id, m_choices.size() >= kSearchFrom, this);
    connect(list, &ChoiceList::chosen, this, &ChoiceBox::choose);
    list->openBelow(*this);
}

void ChoiceBox::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Up:
    case Qt::Key_Left: step(-1); break;
    case Qt::Key_Down:
    case Qt::Key_Right:
        if (event->modifiers().testFlag(Qt::AltModifier))
            openList();
        else
            step(1);
        break;
    case Qt::Key_F4:
    case Qt::Key_Return:
    case Qt::Key_Enter: openList(); break;
    default: QAbstractButton::keyPressEvent(event); return;
    }
    m_cue.keyUsed();
    update();
}

void ChoiceBox::focusInEvent(QFocusEvent* event)
{
    m_cue.focusIn(*event);
    QAbstractButton::focusInEvent(event);
}

void ChoiceBox::focusOutEvent(QFocusEvent* event)
{
    m_cue.focusOut();
    QAbstractButton::focusOutEvent(event);
}

void ChoiceBox::enterEvent(QEnterEvent* event)
{
    QAbstractButton::enterEvent(event);
    update();
}

void ChoiceBox::leaveEvent(QEvent* event)
{
    QAbstractButton::leaveEvent(event);
    update();
}

void ChoiceBox::paintEvent(QPaintEvent*)
{
    const Theme& theme = m_appearance.theme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool ring = m_cue.visible();
    const double inset = ring ? 1.0 : 0.5;
    painter.setPen(QPen(ring ? theme.accent : underMouse() ? theme.text2 : theme.controlLine, ring ? 2 : 1));
    painter.setBrush(isEnabled() ? theme.control : theme.window);
    painter.drawRoundedRect(QRectF(rect()).adjusted(inset, inset, -inset, -inset), kControlRadius, kControlRadius);
    const QRectF inner = QRectF(rect()).adjusted(kPadding, 0, -kPadding, 0);
    const QRectF chevron(inner.right() - kChevron + 1, inner.center().y() - kChevron / 2, kChevron, kChevron);
    paintIcon(painter, chevron, Icon::ChevronDown, theme.text2, 1.6);
    double right = chevron.left() - 4;
    const double labelWidth = textWidth(m_label, theme.font(FontRole::Control));
    const double asideWidth = textWidth(m_aside, theme.font(FontRole::Table));
    if (!m_aside.isEmpty() && labelWidth + asideWidth + kPadding <= right - inner.left()) // yields before the choice itself
        right -= drawText(painter, QRectF(inner.left(), 0, right - inner.left(), height()), m_aside, theme.font(FontRole::Table),
                          theme.text2, Qt::AlignRight) +
                 kPadding;
    drawText(painter, QRectF(inner.left(), 0, right - inner.left(), height()), m_label, theme.font(FontRole::Control),
             isEnabled() ? theme.text : theme.text3);
}

} // namespace cardfit::ui
