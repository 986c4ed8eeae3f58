#pragma once

#include "ui/services/dialogs.h"

#include <QCoreApplication>
#include <QPointer>
#include <QWidget>

namespace cardfit::ui {

// The system's own dialogs.
class WidgetDialogs : public Dialogs {
    Q_DECLARE_TR_FUNCTIONS(WidgetDialogs)
public:
    void setParent(QWidget* parent) { m_parent = parent; }
    Unsaved askUnsaved(const QString& studyName) override;
    std::optional<QString> openFile(const QString& title, const QString& folder, const QString& filter) override;
    std::optional<QString> saveFile(const QString& title, const QString& suggestion, const QString& filter) override;

private:
    QPointer<QWidget> m_parent;
};

} // namespace cardfit::ui
