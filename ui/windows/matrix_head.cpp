#include "ui/windows/matrix_head.h"

#include "ui/inputs/buttons.h"
#include "ui/inputs/choice_box.h"
#include "ui/inputs/segmented.h"
#include "ui/theme/paint_text.h"

#include <QLineEdit>
#include <QPainter>

namespace cardfit::ui {

namespace {

constexpr int kHeight = 36, kNarrow = 560, kBoxWidth = 110, kSearchWidth = 130;

} // namespace

MatrixHead::MatrixHead(const Appearance& appearance, QWidget* parent)
    : QWidget(parent),
      m_appearance(appearance),
      m_axis(new Segmented(appearance, this)),
      m_axisBox(new ChoiceBox(appearance, this)),
      m_filter(new IconButton(appearance, Icon::Filter, this)),
      m_search(new QLineEdit(this))
{
    setFixedHeight(kHeight);
    m_axis->setObjectName(QStringLiteral("axis"));
    m_axis->setAccessibleName(tr("Columns of the matrix"));
    m_axis->setParts({tr("Count"), tr("Size"), tr("Precision"), tr("Task"), tr("Context")});
    m_axisBox->setObjectName(QStringLiteral("axisBox"));
    m_axisBox->setAccessibleName(tr("Columns of the matrix"));
    m_axisBox->setChoices({{QStringLiteral("0"), tr("by count"), {}},
                           {QStringLiteral("1"), tr("by size"), {}},
                           {QStringLiteral("2"), tr("by precision"), {}},
                           {QStringLiteral("3"), tr("by task"), {}},
                           {QStringLiteral("4"), tr("by context"), {}}});
    m_filter->setObjectName(QStringLiteral("filter"));
    m_filter->setAccessibleName(tr("Search cards"));
    m_filter->setToolTip(tr("Search cards"));
    m_filter->setCheckable(true);
    m_search->setObjectName(QStringLiteral("matrixSearch"));
    m_search->setAccessibleName(tr("Search cards"));
    m_search->setPlaceholderText(tr("Card, vendor, memory"));
    m_search->setClearButtonEnabled(true);
    m_search->hide();
    connect(m_axis, &Segmented::chosen, this, [this](int part) { emit axisChosen(static_cast<fleet::MatrixAxis>(part)); });
    connect(m_axisBox, &ChoiceBox::chosen, this,
            [this](const QString& id) { emit axisChosen(static_cast<fleet::MatrixAxis>(id.toInt())); });
    connect(m_filter, &QAbstractButton::toggled, this, [this](bool open) {
        m_search->setVisible(open);
        open ? m_search->setFocus() : m_search->clear();
        arrange();
        update();
    });
    connect(m_search, &QLineEdit::textChanged, this, &MatrixHead::searched);
    connect(&appearance, &Appearance::changed, this, qOverload<>(&QWidget::update));
    showAxis(fleet::MatrixAxis::Count);
}

bool MatrixHead::isNarrow() const { return width() < kNarrow; }

void MatrixHead::showAxis(fleet::MatrixAxis axis)
{
    m_axis->showPart(static_cast<int>(axis));
    m_axisBox->showChoice(QString::number(static_cast<int>(axis)));
}

void MatrixHead::arrange()
{
    const int left = qRound(textWidth(tr("Fit"), m_appearance.theme().font(FontRole::Title))) + 9;
    m_axis->setVisible(!isNarrow());
    m_axisBox->setVisible(isNarrow());
    m_axis->setGeometry(QRect(QPoint(left, (kHeight - 24) / 2), m_axis->sizeHint()));
    m_axisBox->setGeometry(left, (kHeight - 28) / 2, kBoxWidth, 28);
    m_filter->move(width() - m_filter->width(), (kHeight - m_filter->height()) / 2);
    m_search->setGeometry(m_filter->x() - kSearchWidth - 4, (kHeight - 24) / 2, kSearchWidth, 24);
}

void MatrixHead::resizeEvent(QResizeEvent*) { arrange(); }

void MatrixHead::paintEvent(QPaintEvent*)
{
    const Theme& theme = m_appearance.theme();
    QPainter painter(this);
    drawText(painter, rect(), tr("Fit"), theme.font(FontRole::Title), theme.text);
    if (m_search->isVisible())
        return;
    const QFont font = theme.font(FontRole::Table);
    double right = m_filter->x() - 6;
    const auto key = [&](Glyph glyph, const QString& words) {
        const double used = textWidth(words, font);
        drawText(painter, QRectF(right - used, 0, used + 1, height()), words, font, theme.text2);
        right -= used + 4 + kStarGlyph / 2;
        paintGlyph(painter, QPointF(right, height() / 2.0), 16, glyph, theme);
        right -= kStarGlyph / 2 + 10;
    };
    key(Glyph::RingStar, tr("owned"));
    key(Glyph::DiscStar, isNarrow() ? tr("rented") : tr("just enough, rented"));
}

} // namespace cardfit::ui
