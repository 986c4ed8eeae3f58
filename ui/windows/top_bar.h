#pragma once

#include "ui/document/study_document.h"
#include "ui/theme/appearance.h"

#include <QWidget>

#include <vector>

class QMenu;

namespace cardfit::ui {

class IconButton;
class PageTab;
class ScenarioChip;
class TextButton;

// Scenarios at the left, pages in the middle, undo, redo, file and appearance at the right.
class TopBar : public QWidget {
    Q_OBJECT
public:
    TopBar(const Appearance& appearance, StudyDocument& document, QWidget* parent = nullptr);

    void showScenarios(const std::vector<fleet::Verdict>& verdicts); // those of the document
    void setPages(const QStringList& names);
    void setCurrentPage(int index);
    void setMenus(QMenu* file, QMenu* view);
    void beginRename(std::size_t index);
    static constexpr int kHeight = 45; // with the rule below

signals:
    void pageChosen(int index);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void arrange();
    void arrangeChips(int right);
    void makeChips(std::size_t count);
    void openChipMenu(std::size_t index, QPoint place);

    const Appearance& m_appearance;
    StudyDocument& m_document;
    std::vector<fleet::Verdict> m_verdicts;
    std::vector<ScenarioChip*> m_chips;
    std::vector<PageTab*> m_tabs;
    IconButton *m_add, *m_undo, *m_redo, *m_view;
    TextButton* m_file;
};

} // namespace cardfit::ui
