#pragma once

#include "core/plan/plan.h"
#include "ui/text/translator.h"
#include "ui/theme/appearance.h"

#include <QSet>
#include <QWidget>

#include <string>

class QPlainTextEdit;
class QTreeView;

namespace cardfit::ui {

class ExplainModel;
class IconButton;
class TextButton;

// What a memory number is made of: the tree of its terms, and the formula and source of the current one. Follows the
// plan while it is open; what is expanded stays. Esc closes, Ctrl+C copies the tree as text.
class ExplainPanel : public QWidget {
    Q_OBJECT
public:
    ExplainPanel(const Appearance& appearance, const Translator& translator, QWidget* parent = nullptr);

    // `pointer` as explain::explain() takes it.
    void explain(const Plan& plan, const std::string& pointer);
    void follow(const Plan& plan); // the same number of another plan
    const std::string& pointer() const { return m_pointer; }
    QTreeView& tree() { return *m_tree; }
    QString asText() const;

signals:
    void closed();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void buildTree();
    void applyTheme();
    void arrange();
    void showRows(const Plan& plan);
    void restore(const QString& current);
    void showCurrent();
    void copy();

    const Appearance& m_appearance;
    const Translator& m_translator;
    std::string m_pointer;
    QString m_title, m_value; // of the number itself; value empty: the plan does not have it
    ExplainModel* m_model;
    QTreeView* m_tree;
    QPlainTextEdit* m_detail;
    TextButton* m_copy;
    IconButton* m_close;
    QSet<QString> m_expanded; // paths
    bool m_restoring = false;
};

} // namespace cardfit::ui
