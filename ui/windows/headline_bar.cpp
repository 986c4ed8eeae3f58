#include "ui/windows/headline_bar.h"

#include "ui/inputs/buttons.h"
#include "ui/theme/paint_text.h"

#include <QPainter>
#include <QResizeEvent>

namespace cardfit::ui {

namespace {

constexpr int kNormal = 53, kWide = 57, kMargin = 16, kBetween = 8; // heights with the rule below
constexpr double kGlyph = 20;

double headlinePixels(int windowWidth) { return windowWidth >= 1600 ? 20 : windowWidth < 1200 ? 15 : 17; }

} // namespace

HeadlineBar::HeadlineBar(const Appearance& appearance, const Translator& translator, QWidget* parent)
    : QWidget(parent),
      m_appearance(appearance),
      m_translator(translator),
      m_justEnough(new TextButton(appearance, Icon::Star, this)),
      m_find(new TextButton(appearance, std::nullopt, this))
{
    setObjectName(QStringLiteral("headline"));
    setFixedHeight(kNormal);
    m_justEnough->setObjectName(QStringLiteral("justEnough"));
    m_justEnough->setToolTip(tr("The cheapest card to rent that fits and meets the limits; click chooses it"));
    m_justEnough->hide();
    m_find->setObjectName(QStringLiteral("find"));
    m_find->setMarkedText(tr("Find …"));
    m_find->setToolTip(tr("Search all cards, counts, splits, precisions and batches within the limits (Ctrl+F)"));
    m_find->hide();
    connect(m_find, &QAbstractButton::clicked, this, &HeadlineBar::findRequested);
    connect(m_justEnough, &QAbstractButton::clicked, this, &HeadlineBar::justEnoughChosen);
    connect(&appearance, &Appearance::changed, this, [this] {
        arrange();
        update();
    });
}

QString HeadlineBar::sentence() const { return withoutMarks(m_headline); }

void HeadlineBar::tell(const QString& marked, Glyph glyph)
{
    if (marked == m_headline && glyph == m_glyph)
        return;
    m_headline = marked;
    m_glyph = glyph;
    setAccessibleName(withoutMarks(marked));
    update();
}

void HeadlineBar::showSentence(const QString& marked, Glyph glyph)
{
    m_justEnough->hide();
    m_find->hide();
    tell(marked, glyph);
}

void HeadlineBar::showPage(const report::PlanPage& page)
{
    tell(m_translator.marked(page.headline), glyphOf(page.verdict));
    m_justEnough->setVisible(page.justEnough.has_value());
    if (page.justEnough)
        m_justEnough->setMarkedText(m_translator.marked(page.justEnough->text));
    m_find->show();
    arrange();
}

void HeadlineBar::arrange()
{
    const int wanted = window()->width() >= 1600 ? kWide : kNormal;
    if (height() != wanted)
        setFixedHeight(wanted);
    int right = width() - kMargin;
    for (TextButton* button : {m_justEnough, m_find}) {
        if (button->isHidden())
            continue;
        const QSize size = button->sizeHint();
        button->setGeometry(right - size.width(), (height() - 1 - size.height()) / 2, size.width(), size.height());
        right = button->x() - kBetween;
    }
}

void HeadlineBar::resizeEvent(QResizeEvent*) { arrange(); }

void HeadlineBar::paintEvent(QPaintEvent*)
{
    const Theme& theme = m_appearance.theme();
    QPainter painter(this);
    painter.fillRect(rect(), theme.surface);
    painter.fillRect(QRect(0, height() - 1, width(), 1), theme.line);
    if (m_headline.isEmpty())
        return;
    const double centre = (height() - 1) / 2.0;
    paintGlyph(painter, QPointF(kMargin + kGlyph / 2, centre), kGlyph, m_glyph, theme);
    const double right = m_find->isVisible() ? m_find->x() - 12 : width() - kMargin;
    const double left = kMargin + kGlyph + 10;
    const double pixels = headlinePixels(window()->width());
    drawMarkedText(painter, QRectF(left, 0, right - left, height() - 1), m_headline, theme.font(pixels, QFont::Normal),
                   theme.font(pixels, QFont::Bold), theme.text);
}

} // namespace cardfit::ui
