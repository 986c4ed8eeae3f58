#include "ui/charts/tornado_view.h"

#include "core/report/format.h"
#include "ui/text/translator.h"
#include "ui/theme/appearance.h"
#include "ui/theme/paint_text.h"

#include <QPainter>

#include <algorithm>

namespace cardfit::ui {

namespace {

constexpr double kTitleHeight = 26, kHeadHeight = 18, kRow = 20;
constexpr double kLabelShare = 0.34, kRangeWidth = 70, kInputWidth = 48;

// Where the bars lie: labels left, ranges right, room for the input values at both ends of a bar.
struct Scale {
    double left = 0, right = 0, lowest = 0, highest = 1;
    double x(double month) const { return left + (right - left) * (month - lowest) / std::max(1e-9, highest - lowest); }
};

Scale scaleOf(const QRectF& box, const std::vector<report::TornadoRow>& rows, double centre)
{
    Scale scale;
    scale.lowest = scale.highest = centre;
    for (const report::TornadoRow& row : rows) {
        for (const auto& month : {row.lowMonth, row.highMonth}) {
            if (month) {
                scale.lowest = std::min(scale.lowest, *month);
                scale.highest = std::max(scale.highest, *month);
            }
        }
    }
    scale.left = box.left() + box.width() * kLabelShare + kInputWidth;
    scale.right = std::max(scale.left + 20, box.right() - kRangeWidth - kInputWidth);
    return scale;
}

void paintRow(QPainter& painter, const QRectF& line, const report::TornadoRow& row, const Scale& scale, double centre, const Theme& theme,
              const Translator& translator)
{
    const QFont table = theme.font(FontRole::Table), small = theme.font(FontRole::Axis);
    drawText(painter, QRectF(line.left(), line.top(), line.width() * kLabelShare, line.height()), translator.plain(row.label), table,
             theme.text);
    const auto bar = [&](const std::optional<double>& month, const Text& input) {
        const double end = month ? scale.x(*month) : scale.right; // never within the horizon: to the edge
        const double start = scale.x(centre);
        const bool earlier = end < start;
        painter.fillRect(QRectF(std::min(start, end), line.center().y() - 5, std::abs(end - start), 10), earlier ? theme.own : theme.rent);
        const QRectF words = earlier ? QRectF(end - kInputWidth - 4, line.top(), kInputWidth, line.height())
                                     : QRectF(end + 4, line.top(), kInputWidth, line.height());
        drawText(painter, words, translator.plain(input), small, theme.text2, earlier ? Qt::AlignRight : Qt::AlignLeft);
    };
    bar(row.lowMonth, row.lowText);
    bar(row.highMonth, row.highText);
    drawText(painter, QRectF(line.right() - kRangeWidth, line.top(), kRangeWidth, line.height()), translator.plain(row.rangeText), table,
             theme.text, Qt::AlignRight);
}

} // namespace

void paintTornado(QPainter& painter, const QRectF& box, const std::vector<report::TornadoRow>& rows, std::optional<double> centre,
                  const Theme& theme, const Translator& translator)
{
    if (!centre || rows.empty())
        return;
    const auto room = static_cast<std::size_t>(std::max(0.0, (box.height() - kHeadHeight) / kRow));
    const std::vector<report::TornadoRow> shown(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(std::min(room, rows.size())));
    const Scale scale = scaleOf(box, shown, *centre);
    const double middle = scale.x(*centre);
    const QRectF head(box.left(), box.top(), box.width(), kHeadHeight);
    drawText(painter, QRectF(middle - 30, head.top(), 60, head.height()),
             QString::fromStdString(report::fixed(*centre, 1, translator.style())), theme.font(FontRole::LegendStrong), theme.text,
             Qt::AlignHCenter);
    drawText(painter, head, translator.plain(Text("chart.tornado.month")), theme.font(FontRole::Axis), theme.text2, Qt::AlignRight);
    double top = head.bottom();
    for (const report::TornadoRow& row : shown) {
        paintRow(painter, QRectF(box.left(), top, box.width(), kRow), row, scale, *centre, theme, translator);
        top += kRow;
    }
    painter.fillRect(QRectF(middle - 0.5, head.bottom(), 1, top - head.bottom()), theme.text);
}

TornadoView::TornadoView(const Appearance& appearance, const Translator& translator, QWidget* parent)
    : QWidget(parent), m_appearance(appearance), m_translator(translator)
{
    setObjectName(QStringLiteral("tornado"));
    setAccessibleName(tr("What moves the break-even month most"));
    connect(&appearance, &Appearance::changed, this, qOverload<>(&QWidget::update));
    connect(&translator, &Translator::changed, this, qOverload<>(&QWidget::update));
}

void TornadoView::setRows(std::vector<report::TornadoRow> rows, std::optional<double> centre)
{
    m_rows = std::move(rows);
    m_centre = centre;
    QString description;
    for (const report::TornadoRow& row : m_rows)
        description += m_translator.plain(row.label) + QStringLiteral(": ") + m_translator.plain(row.rangeText) + QStringLiteral(". ");
    setAccessibleDescription(description);
    update();
}

void TornadoView::paintEvent(QPaintEvent*)
{
    const Theme& theme = m_appearance.theme();
    QPainter painter(this);
    painter.fillRect(rect(), theme.surface);
    const QRectF title(0, 0, width(), kTitleHeight);
    const double used = drawText(painter, title, tr("What moves it"), theme.font(FontRole::Title), theme.text);
    drawText(painter, title.adjusted(used + 12, 0, 0, 0), tr("earlier favours owning, later renting"), theme.font(FontRole::Table),
             theme.text2);
    paintTornado(painter, QRectF(0, kTitleHeight, width(), height() - kTitleHeight), m_rows, m_centre, theme, m_translator);
}

} // namespace cardfit::ui
