#pragma once

#include "ui/inputs/context.h"
#include "ui/recalc/claims_source.h"

#include <QDialog>

class QTextBrowser;

namespace cardfit::ui {

// Help page: what people say of hardware, each claim with the planner's verdict, the numbers under every condition and
// what was measured. Stays open beside the window; Esc closes.
class ClaimsWindow : public QDialog {
    Q_OBJECT
public:
    ClaimsWindow(const InputContext& context, ClaimsSource::Load load, QWidget* parent = nullptr);

    bool isBusy() const { return m_source.isBusy(); }
    QString text() const; // as read, without marks

private:
    void applyTheme();
    void showClaims();
    QString htmlOf(const report::ClaimView& claim) const;

    InputContext m_context;
    ClaimsSource m_source;
    QTextBrowser* m_page;
};

} // namespace cardfit::ui
