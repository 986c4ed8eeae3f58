#include "ui/windows/top_bar.h"

#include "ui/inputs/buttons.h"

#include <QLineEdit>
#include <QMenu>
#include <QPainter>

namespace cardfit::ui {

namespace {

constexpr int kBar = 44, kGap = 7, kTabGap = 24, kMargin = 16;

QString letterOf(std::size_t index) { return QString(QChar(static_cast<char16_t>(u'A' + index))); }

} // namespace

TopBar::TopBar(const Appearance& appearance, StudyDocument& document, QWidget* parent)
    : QWidget(parent),
      m_appearance(appearance),
      m_document(document),
      m_add(new IconButton(appearance, Icon::Plus, this)),
      m_undo(new IconButton(appearance, Icon::Undo, this)),
      m_redo(new IconButton(appearance, Icon::Redo, this)),
      m_view(new IconButton(appearance, Icon::Moon, this)),
      m_file(new TextButton(appearance, Icon::Export, this))
{
    setFixedHeight(kHeight);
    m_add->setObjectName(QStringLiteral("addScenario"));
    m_add->setAccessibleName(tr("Add a scenario"));
    m_add->setToolTip(tr("Add a copy of this scenario"));
    m_undo->setObjectName(QStringLiteral("undo"));
    m_redo->setObjectName(QStringLiteral("redo"));
    m_file->setObjectName(QStringLiteral("file"));
    m_file->setMarkedText(tr("Export"));
    m_view->setObjectName(QStringLiteral("view"));
    m_view->setAccessibleName(tr("Appearance and language"));
    m_view->setToolTip(tr("Appearance and language"));
    connect(m_add, &QAbstractButton::clicked, &document, qOverload<>(&StudyDocument::addScenario));
    QUndoStack& undo = document.undoStack();
    const auto showUndo = [this, &undo] {
        m_undo->setEnabled(undo.canUndo());
        m_redo->setEnabled(undo.canRedo());
        const QString undoName = undo.canUndo() ? tr("Undo: %1").arg(undo.undoText()) : tr("Undo");
        const QString redoName = undo.canRedo() ? tr("Redo: %1").arg(undo.redoText()) : tr("Redo");
        m_undo->setToolTip(undoName);
        m_undo->setAccessibleName(undoName);
        m_redo->setToolTip(redoName);
        m_redo->setAccessibleName(redoName);
    };
    connect(&undo, &QUndoStack::indexChanged, this, showUndo);
    connect(m_undo, &QAbstractButton::clicked, &undo, &QUndoStack::undo);
    connect(m_redo, &QAbstractButton::clicked, &undo, &QUndoStack::redo);
    showUndo();
    const auto showView = [this] { m_view->setPaintedIcon(m_appearance.theme().isDark() ? Icon::Sun : Icon::Moon); };
    connect(&appearance, &Appearance::changed, this, [this, showView] {
        showView();
        update();
        arrange(); // the widths follow the fonts
    });
    showView();
}

void TopBar::setMenus(QMenu* file, QMenu* view)
{
    const auto open = [](QAbstractButton* button, QMenu* menu) {
        menu->popup(button->mapToGlobal(QPoint(button->width() - menu->sizeHint().width(), button->height() + 2)));
    };
    connect(m_file, &QAbstractButton::clicked, this, [this, file, open] { open(m_file, file); });
    connect(m_view, &QAbstractButton::clicked, this, [this, view, open] { open(m_view, view); });
}

void TopBar::makeChips(std::size_t count)
{
    while (m_chips.size() > count) {
        delete m_chips.back();
        m_chips.pop_back();
    }
    while (m_chips.size() < count) {
        const std::size_t index = m_chips.size();
        auto* chip = new ScenarioChip(m_appearance, this);
        chip->setObjectName(QStringLiteral("scenario.") + letterOf(index));
        chip->setContextMenuPolicy(Qt::CustomContextMenu);
        connect(chip, &QAbstractButton::clicked, this, [this, index] {
            m_document.selectScenario(index);
            showScenarios(m_verdicts);
        });
        connect(chip, &ScenarioChip::renameRequested, this, [this, index] { beginRename(index); });
        connect(chip, &QWidget::customContextMenuRequested, this,
                [this, index, chip](const QPoint& place) { openChipMenu(index, chip->mapToGlobal(place)); });
        chip->QWidget::show();
        m_chips.push_back(chip);
    }
}

void TopBar::showScenarios(const std::vector<fleet::Verdict>& verdicts)
{
    m_verdicts = verdicts;
    const auto& scenarios = m_document.study().scenarios;
    makeChips(scenarios.size());
    m_add->setEnabled(scenarios.size() < StudyDocument::kMostScenarios);
    arrange();
}

void TopBar::openChipMenu(std::size_t index, QPoint place)
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Rename"), this, [this, index] { beginRename(index); });
    menu->addAction(tr("Duplicate"), this, [this, index] { m_document.duplicateScenario(index); });
    if (index > 0)
        menu->addAction(tr("Move left"), this, [this, index] { m_document.moveScenario(index, index - 1); });
    if (index + 1 < m_chips.size())
        menu->addAction(tr("Move right"), this, [this, index] { m_document.moveScenario(index, index + 1); });
    QAction* remove = menu->addAction(tr("Remove"), this, [this, index] { m_document.removeScenario(index); });
    remove->setEnabled(m_chips.size() > 1);
    menu->popup(place);
}

void TopBar::beginRename(std::size_t index)
{
    if (index >= m_chips.size())
        return;
    auto* editor = new QLineEdit(QString::fromStdString(m_document.study().scenarios[index].name), this);
    editor->setObjectName(QStringLiteral("rename"));
    editor->setAccessibleName(tr("Name of the scenario"));
    editor->setMaxLength(60);
    const QRect chip = m_chips[index]->geometry();
    editor->setGeometry(chip.x(), chip.y(), qMax(140, chip.width()), chip.height());
    editor->selectAll();
    editor->show();
    editor->setFocus();
    connect(editor, &QLineEdit::editingFinished, this, [this, editor, index] {
        if (editor->isModified())
            m_document.renameScenario(index, editor->text());
        editor->deleteLater();
    });
}

void TopBar::setPages(const QStringList& names)
{
    qDeleteAll(m_tabs);
    m_tabs.clear();
    for (qsizetype i = 0; i < names.size(); ++i) {
        auto* tab = new PageTab(m_appearance, names[i], this);
        tab->setObjectName(QStringLiteral("page.%1").arg(i));
        connect(tab, &QAbstractButton::clicked, this, [this, i] { emit pageChosen(static_cast<int>(i)); });
        tab->setChecked(i == 0);
        tab->show();
        m_tabs.push_back(tab);
    }
    arrange();
}

void TopBar::setCurrentPage(int index)
{
    if (index >= 0 && static_cast<std::size_t>(index) < m_tabs.size())
        m_tabs[static_cast<std::size_t>(index)]->setChecked(true);
}

void TopBar::arrange()
{
    int right = width() - kMargin;
    const auto placeRight = [&right](QWidget* widget, int gap) {
        const QSize size = widget->sizeHint();
        right -= size.width();
        widget->setGeometry(right, (kBar - size.height()) / 2, size.width(), size.height());
        right -= gap;
    };
    placeRight(m_view, 5);
    placeRight(m_file, kGap);
    placeRight(m_redo, kGap);
    placeRight(m_undo, kGap);
    int tabs = m_tabs.empty() ? 0 : -kTabGap;
    for (const PageTab* tab : m_tabs)
        tabs += tab->sizeHint().width() + kTabGap;
    // Pages stand in the middle of the bar, or left of the buttons where the chips need the room.
    int x = qMax(kMargin, (right - tabs + kMargin) / 2 + width() / 8);
    x = qMin(x, right - kTabGap - tabs);
    const int tabsLeft = x;
    for (PageTab* tab : m_tabs) {
        tab->setGeometry(x, 0, tab->sizeHint().width(), kBar);
        x += tab->sizeHint().width() + kTabGap;
    }
    arrangeChips((m_tabs.empty() ? right : tabsLeft) - kTabGap);
}

void TopBar::arrangeChips(int right)
{
    const auto& scenarios = m_document.study().scenarios;
    // Names of all, else of the current one only, else letters.
    for (const int names : {2, 1, 0}) {
        int x = kMargin;
        for (std::size_t i = 0; i < m_chips.size() && i < scenarios.size(); ++i) {
            const bool current = i == m_document.currentIndex();
            const fleet::Verdict verdict = i < m_verdicts.size() ? m_verdicts[i] : fleet::Verdict::NotModelled;
            m_chips[i]->show(letterOf(i), QString::fromStdString(scenarios[i].name), verdict, current,
                             names == 2 || (names == 1 && current));
            const QSize size = m_chips[i]->sizeHint();
            m_chips[i]->setGeometry(x, (kBar - size.height()) / 2, size.width(), size.height());
            x += size.width() + kGap;
        }
        m_add->move(x - 2, (kBar - m_add->height()) / 2);
        if (x + m_add->width() <= right)
            break;
    }
}

void TopBar::resizeEvent(QResizeEvent*) { arrange(); }

void TopBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_appearance.theme().window);
    painter.fillRect(QRect(0, height() - 1, width(), 1), m_appearance.theme().line);
}

} // namespace cardfit::ui
