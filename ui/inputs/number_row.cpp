#include "ui/inputs/number_row.h"

#include "core/report/format.h"
#include "ui/inputs/bound_slider.h"
#include "ui/inputs/caption.h"
#include "ui/inputs/value_box.h"

#include <QHBoxLayout>

#include <cmath>
#include <utility>

namespace cardfit::ui {

namespace {

constexpr int kRowHeight = 28, kCaptionWidth = 72, kGap = 8;

QString withUnit(const QString& text, const QString& unit)
{
    return unit.isEmpty() ? text : text + QStringLiteral(" (") + unit + QLatin1Char(')');
}

} // namespace

QString writtenNumber(double value, int decimals, const report::NumberStyle& style, int leastDecimals)
{
    for (int shown = leastDecimals; shown < decimals; ++shown) {
        const double scale = std::pow(10.0, shown);
        if (std::abs(std::round(value * scale) / scale - value) < 1e-9)
            return QString::fromStdString(report::fixed(value, shown, style));
    }
    return QString::fromStdString(report::fixed(value, decimals, style));
}

NumberRow::NumberRow(const InputContext& context, NumberField field, Layout layout, QWidget* parent)
    : QWidget(parent), m_context(context), m_field(std::move(field))
{
    setFixedHeight(kRowHeight);
    const Translator& translator = context.translator;
    m_caption = new Caption(context.appearance, FontRole::Control, this);
    m_caption->setText(m_field.caption);
    const int decimals = m_field.decimals, least = m_field.leastDecimals;
    m_box =
        new ValueBox(context.appearance,
                     {[&translator, decimals, least](double value) { return writtenNumber(value, decimals, translator.style(), least); },
                      [&translator](const QString& typed) { return translator.number(typed); }},
                     this);
    m_box->setObjectName(m_field.id + QStringLiteral(".box"));
    m_box->setAccessibleName(withUnit(m_field.caption, m_field.unit));
    m_box->setToolTip(m_field.toolTip);
    m_box->setUnit(m_field.unit);
    m_box->setRange(m_field.low, m_field.high);
    m_box->setSpecial(m_field.special);
    connect(m_box, &ValueBox::resetWanted, this, [this] { editByBox(std::nullopt); });
    m_caption->setBuddy(m_box);
    connect(m_box, &ValueBox::edited, this, &NumberRow::editByBox);
    connect(m_box, &ValueBox::rejected, this, [this](const QString& typed, double low, double high) {
        emit rejected(tr("%1: “%2” is not a number from %3 to %4")
                          .arg(m_field.caption, typed, writtenNumber(low, m_field.decimals, m_context.translator.style()),
                               writtenNumber(high, m_field.decimals, m_context.translator.style())));
    });

    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(kGap);
    row->addWidget(m_caption, layout == Layout::Wide ? 1 : 0);
    if (layout == Layout::Slider) {
        m_caption->setFixedWidth(kCaptionWidth);
        m_slider = new BoundSlider(context.appearance, BoundSlider::Look::Small, this);
        m_slider->setObjectName(m_field.id);
        m_slider->setAccessibleName(withUnit(m_field.caption, m_field.unit));
        m_slider->setToolTip(m_field.toolTip);
        if (m_field.scale)
            m_slider->setScale(*m_field.scale);
        m_caption->setBuddy(m_slider);
        connect(m_slider, &BoundSlider::edited, this, &NumberRow::editBySlider);
        row->addWidget(m_slider, 1);
        setTabOrder(m_slider, m_box);
    }
    row->addWidget(m_box);
    setBoxWidth(kCaptionWidth);
}

void NumberRow::setBoxWidth(int width) { m_box->setFixedWidth(width); }

bool NumberRow::isSetByHand(const Scenario& scenario) const
{
    return m_field.setByHand ? m_field.setByHand(scenario) : m_field.get(scenario).has_value();
}

void NumberRow::show(const Scenario& scenario, const Plan& plan)
{
    std::optional<double> value = m_field.get(scenario);
    if (!value && m_field.resolved)
        value = m_field.resolved(plan);
    m_box->showValue(value);
    m_box->setResettable(m_field.resolved && m_field.get(scenario).has_value());
    if (m_slider) {
        // "max" and its like stand at the right end.
        m_slider->showValue(value.value_or(m_slider->scale().high()));
    } else {
        m_caption->setRole(isSetByHand(scenario) ? FontRole::ControlStrong : FontRole::Control);
    }
}

void NumberRow::editBySlider(double value)
{
    if (m_slider->gesturesBegun() != m_gesturesSeen) {
        m_gesturesSeen = m_slider->gesturesBegun();
        m_gesture = m_context.document.newGesture();
    }
    m_context.document.change(
        m_field.id, m_gesture, [&](Scenario& scenario) { m_field.set(scenario, value); }, m_field.caption);
}

void NumberRow::editByBox(std::optional<double> value)
{
    StudyDocument& document = m_context.document;
    document.change(
        m_field.id, document.newGesture(), [&](Scenario& scenario) { m_field.set(scenario, value); }, m_field.caption);
}

} // namespace cardfit::ui
