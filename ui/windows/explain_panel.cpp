#include "ui/windows/explain_panel.h"

#include "core/plan/explain/explain.h"
#include "ui/inputs/buttons.h"
#include "ui/tables/explain_model.h"
#include "ui/theme/paint_text.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QPlainTextEdit>
#include <QShortcut>
#include <QStyledItemDelegate>
#include <QTreeView>

namespace cardfit::ui {

namespace {

constexpr int kTitle = 30, kSummary = 26, kRow = 24, kDetail = 150, kIndent = 14, kMargin = 16;
constexpr int kValueWidth = 92, kMarkWidth = 62;

class TermDelegate : public QStyledItemDelegate {
public:
    TermDelegate(const QTreeView& view, const ExplainModel& model, const Appearance& appearance, QObject* parent)
        : QStyledItemDelegate(parent), m_view(view), m_model(model), m_appearance(appearance)
    {
    }

    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override { return {80, kRow}; }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const Theme& theme = m_appearance.theme();
        const report::ExplainRow& row = m_model.row(index);
        const bool current = index.siblingAtColumn(0) == m_view.currentIndex().siblingAtColumn(0);
        if (current)
            painter->fillRect(option.rect, theme.accentBackground);
        const QFont font = theme.font(current || row.leads ? FontRole::TableStrong : FontRole::Table);
        const QString text = index.data(Qt::DisplayRole).toString();
        const QRectF box = QRectF(option.rect).adjusted(2, 0, -2, 0);
        switch (index.column()) {
        case ExplainModel::Name: paintName(*painter, box, row, font); break;
        case ExplainModel::Value: drawText(*painter, box, text, font, theme.text, Qt::AlignRight); break;
        default:
            drawText(*painter, box, text, theme.font(FontRole::Axis), row.assumed ? theme.warn : theme.text2, Qt::AlignRight);
        }
    }

private:
    void paintName(QPainter& painter, const QRectF& box, const report::ExplainRow& row, const QFont& font) const
    {
        const Theme& theme = m_appearance.theme();
        const double used = drawText(painter, box, QString::fromStdString(row.name), font, row.isInput ? theme.text2 : theme.text);
        const QString symbol = QString::fromStdString(row.symbol);
        const QFont small = theme.font(FontRole::Axis);
        if (used + 8 + textWidth(symbol, small) <= box.width()) // how the formula above calls it
            drawText(painter, box.adjusted(used + 7, 0, 0, 0), symbol, small, theme.text2);
    }

    const QTreeView& m_view;
    const ExplainModel& m_model;
    const Appearance& m_appearance;
};

} // namespace

ExplainPanel::ExplainPanel(const Appearance& appearance, const Translator& translator, QWidget* parent)
    : QWidget(parent),
      m_appearance(appearance),
      m_translator(translator),
      m_model(new ExplainModel(this)),
      m_tree(new QTreeView(this)),
      m_detail(new QPlainTextEdit(this)),
      m_copy(new TextButton(appearance, std::nullopt, this)),
      m_close(new IconButton(appearance, Icon::Close, this))
{
    setObjectName(QStringLiteral("explain"));
    setAccessibleName(tr("Explain"));
    setFocusProxy(m_tree);
    buildTree();
    m_detail->setObjectName(QStringLiteral("explainDetail"));
    m_detail->setAccessibleName(tr("Formula and source"));
    m_detail->setReadOnly(true);
    m_detail->setTabChangesFocus(true);
    m_detail->setFrameShape(QFrame::NoFrame);
    m_detail->document()->setDocumentMargin(0);
    m_copy->setObjectName(QStringLiteral("explainCopy"));
    m_copy->setMarkedText(tr("Copy"));
    m_copy->setToolTip(tr("The whole tree as text (Ctrl+C)"));
    m_close->setObjectName(QStringLiteral("explainClose"));
    m_close->setAccessibleName(tr("Close"));
    m_close->setToolTip(tr("Close (Esc)"));
    connect(m_copy, &QAbstractButton::clicked, this, &ExplainPanel::copy);
    connect(m_close, &QAbstractButton::clicked, this, &ExplainPanel::closed);
    connect(&appearance, &Appearance::changed, this, &ExplainPanel::applyTheme);
    applyTheme();
}

void ExplainPanel::buildTree()
{
    m_tree->setObjectName(QStringLiteral("explainTree"));
    m_tree->setAccessibleName(tr("Terms"));
    m_tree->setModel(m_model);
    m_tree->setItemDelegate(new TermDelegate(*m_tree, *m_model, m_appearance, this));
    m_tree->setHeaderHidden(true);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setUniformRowHeights(true);
    m_tree->setIndentation(kIndent);
    m_tree->setSelectionMode(QAbstractItemView::NoSelection);
    m_tree->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_tree->setTabKeyNavigation(false);
    m_tree->header()->setStretchLastSection(false);
    m_tree->header()->setMinimumSectionSize(20);
    m_tree->header()->setSectionResizeMode(QHeaderView::Fixed);
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this, [this] {
        m_tree->viewport()->update();
        showCurrent();
    });
    new QShortcut(QKeySequence::Copy, m_tree, this, &ExplainPanel::copy, Qt::WidgetShortcut); // the view itself copies one cell
    connect(m_tree, &QTreeView::expanded, this, [this](const QModelIndex& index) { m_expanded.insert(m_model->pathOf(index)); });
    connect(m_tree, &QTreeView::collapsed, this, [this](const QModelIndex& index) {
        if (!m_restoring)
            m_expanded.remove(m_model->pathOf(index));
    });
}

void ExplainPanel::applyTheme()
{
    const Theme& theme = m_appearance.theme();
    QPalette colours = theme.palette();
    colours.setColor(QPalette::Base, theme.surface);
    m_tree->setPalette(colours);
    m_detail->setPalette(colours);
    m_detail->setFont(theme.font(FontRole::Table));
    arrange();
    update();
}

void ExplainPanel::explain(const Plan& plan, const std::string& pointer)
{
    if (pointer != m_pointer) {
        m_pointer = pointer;
        m_expanded.clear();
        m_model->setRows({});
    }
    showRows(plan);
    if (!m_expanded.isEmpty())
        return;
    QModelIndex index = m_model->index(0, 0);
    m_tree->expand(index);
    while (m_model->rowCount(index) == 1) { // a term of one part says nothing yet
        index = m_model->index(0, 0, index);
        m_tree->expand(index);
    }
}

void ExplainPanel::follow(const Plan& plan)
{
    if (!m_pointer.empty())
        showRows(plan);
}

void ExplainPanel::showRows(const Plan& plan)
{
    const Result<explain::Term> term = cardfit::explain::explain(plan, m_pointer);
    if (!term) { // training has no cache, and a scenario may have no answer; the tree comes back with the number
        m_value.clear();
        m_tree->hide();
        m_detail->setPlainText(tr("The current scenario does not have this number."));
        update();
        return;
    }
    const QString current = m_model->pathOf(m_tree->currentIndex());
    std::vector<report::ExplainRow> rows = m_translator.explained(*term);
    m_title = QString::fromStdString(rows.front().name);
    m_value = QString::fromStdString(rows.front().value);
    m_restoring = true;
    if (!m_model->setRows(std::move(rows)))
        restore(current);
    m_restoring = false;
    m_tree->show();
    showCurrent();
    update();
}

void ExplainPanel::restore(const QString& current)
{
    const QSet<QString> expanded = m_expanded;
    for (const QString& path : expanded)
        m_tree->expand(m_model->indexOf(path));
    QModelIndex index = m_model->indexOf(current);
    m_tree->setCurrentIndex(index.isValid() ? index : m_model->index(0, 0));
}

// Formula in symbols, the same with numbers, and where the number comes from.
void ExplainPanel::showCurrent()
{
    const QModelIndex index = m_tree->currentIndex();
    if (!index.isValid())
        return;
    const report::ExplainRow& row = m_model->row(index.siblingAtColumn(0));
    const auto text = [](const std::string& utf8) { return QString::fromStdString(utf8); };
    QStringList lines{text(row.name) + QStringLiteral(" · ") + text(row.exact)};
    if (!row.formula.empty())
        lines << text(row.symbol) + QStringLiteral(" = ") + text(row.formula);
    if (!row.numbers.empty())
        lines << QStringLiteral("= ") + text(row.numbers);
    lines << text(row.mark) + QStringLiteral(" · ") + text(row.source);
    if (row.weakest != row.mark)
        lines << tr("Weakest term below: %1").arg(text(row.weakest));
    const QString all = lines.join(QLatin1Char('\n'));
    if (all != m_detail->toPlainText())
        m_detail->setPlainText(all);
}

QString ExplainPanel::asText() const
{
    QString text;
    for (const report::ExplainRow& row : m_model->rows()) {
        text += QString(2 * row.depth, QLatin1Char(' ')) + QString::fromStdString(row.name) + QStringLiteral(" = ") +
                QString::fromStdString(row.exact);
        if (!row.formula.empty())
            text += QStringLiteral(" = ") + QString::fromStdString(row.formula);
        text += QStringLiteral("  [") + QString::fromStdString(row.mark) + QStringLiteral("; ") + QString::fromStdString(row.source) +
                QStringLiteral("]\n");
    }
    return text;
}

void ExplainPanel::copy() { QGuiApplication::clipboard()->setText(asText()); }

void ExplainPanel::arrange()
{
    const int inner = width() - 2 * kMargin;
    m_close->move(width() - kMargin - m_close->width() + 6, (kTitle - m_close->height()) / 2 + 6);
    const QSize copySize = m_copy->sizeHint();
    m_copy->setGeometry(m_close->x() - copySize.width() - 6, (kTitle - copySize.height()) / 2 + 6, copySize.width(), copySize.height());
    const int top = 6 + kTitle + kSummary;
    const int detail = qMin(kDetail, height() / 3);
    m_tree->setGeometry(kMargin - 4, top, inner + 8, height() - top - detail - 18);
    m_detail->setGeometry(kMargin, height() - detail - 8, inner, detail);
    const int value = kValueWidth, mark = kMarkWidth, room = m_tree->width() - 16; // a scroll bar may come
    m_tree->header()->resizeSection(ExplainModel::Name, room - value - mark);
    m_tree->header()->resizeSection(ExplainModel::Value, value);
    m_tree->header()->resizeSection(ExplainModel::MarkColumn, mark);
}

void ExplainPanel::resizeEvent(QResizeEvent*) { arrange(); }

void ExplainPanel::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        emit closed();
    else
        QWidget::keyPressEvent(event);
}

void ExplainPanel::paintEvent(QPaintEvent*)
{
    const Theme& theme = m_appearance.theme();
    QPainter painter(this);
    painter.fillRect(rect(), theme.surface);
    drawText(painter, QRectF(kMargin, 6, m_copy->x() - kMargin - 8, kTitle), tr("Explain"), theme.font(FontRole::Title), theme.text);
    const QRectF summary(kMargin, 6 + kTitle, width() - 2 * kMargin, kSummary - 4);
    const double used = drawText(painter, summary, m_value, theme.font(FontRole::Total), theme.text, Qt::AlignRight);
    drawText(painter, summary.adjusted(0, 0, -used - 10, 0), m_title, theme.font(FontRole::Control), theme.text2);
    const int rule = m_detail->y() - 7;
    painter.fillRect(QRect(kMargin, rule, width() - 2 * kMargin, 1), theme.line);
    if (m_tree->hasFocus()) {
        painter.setPen(QPen(theme.accent, 2));
        painter.drawRect(QRectF(m_tree->geometry()).adjusted(-1, -1, 1, 1));
    }
}

} // namespace cardfit::ui
