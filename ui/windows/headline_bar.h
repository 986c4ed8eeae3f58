#pragma once

#include "core/report/plan_page.h"
#include "ui/text/translator.h"
#include "ui/theme/appearance.h"
#include "ui/theme/glyph.h"

#include <QWidget>

namespace cardfit::ui {

class TextButton;

// The answer in one sentence, the button that searches for better ones, and the one that names the card that is just
// enough. The sentence elides, the buttons keep their room.
class HeadlineBar : public QWidget {
    Q_OBJECT
public:
    HeadlineBar(const Appearance& appearance, const Translator& translator, QWidget* parent = nullptr);
    void showPage(const report::PlanPage& page);
    void showSentence(const QString& marked, Glyph glyph); // of another page: no buttons
    QString sentence() const;                              // without marks

signals:
    void justEnoughChosen();
    void findRequested();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void arrange();
    void tell(const QString& marked, Glyph glyph);

    const Appearance& m_appearance;
    const Translator& m_translator;
    QString m_headline;
    Glyph m_glyph = Glyph::Question;
    TextButton *m_justEnough, *m_find;
};

} // namespace cardfit::ui
