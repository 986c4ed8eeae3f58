#pragma once

#include "ui/recalc/search_runner.h"
#include "ui/text/translator.h"
#include "ui/theme/appearance.h"

#include <QStringList>
#include <QWidget>

namespace cardfit::ui {

class IconButton;
class SearchPlot;
class SearchTableView;
class TextButton;

// The best configurations for a scenario, over the page and above the strip: what wins and why, and all that nothing
// beats as a table. Enter or a double click takes one, Esc closes; while it searches both Esc and the button stop.
class FindPanel : public QWidget {
    Q_OBJECT
public:
    FindPanel(const Appearance& appearance, const Translator& translator, SearchRunner& runner, QWidget* parent = nullptr);

    void find(const Scenario& scenario);                       // opens and searches
    void openAbove(int bottom, int most);                      // at most `most` pixels high
    void dismiss();                                            // closes and stops
    const SearchState* state() const { return m_state.get(); } // nullptr: nothing found yet
    QString sentences() const { return m_sentences.join(QLatin1Char('\n')); }

signals:
    void chosen(const cardfit::Scenario& scenario);
    void closed();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void showFound(std::shared_ptr<const SearchState> state);
    void choose(std::size_t point);
    void arrange();
    void applyTheme();
    int sentencesHeight() const;

    const Appearance& m_appearance;
    const Translator& m_translator;
    SearchRunner& m_runner;
    std::shared_ptr<const SearchState> m_state;
    QStringList m_sentences; // marked
    QString m_counts;
    double m_share = 0; // of the plans
    SearchTableView* m_table;
    SearchPlot* m_plot;
    TextButton* m_stop;
    IconButton* m_close;
};

} // namespace cardfit::ui
