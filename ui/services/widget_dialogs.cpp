#include "ui/services/widget_dialogs.h"

#include <QFileDialog>
#include <QMessageBox>

namespace cardfit::ui {

Dialogs::Unsaved WidgetDialogs::askUnsaved(const QString& studyName)
{
    QMessageBox box(QMessageBox::NoIcon, QString(), tr("Save the changes to “%1”?").arg(studyName),
                    QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, m_parent);
    box.setInformativeText(tr("They are lost if you do not save them."));
    box.setDefaultButton(QMessageBox::Save);
    switch (box.exec()) {
    case QMessageBox::Save: return Unsaved::Save;
    case QMessageBox::Discard: return Unsaved::Discard;
    default: return Unsaved::Cancel;
    }
}

std::optional<QString> WidgetDialogs::openFile(const QString& title, const QString& folder, const QString& filter)
{
    const QString path = QFileDialog::getOpenFileName(m_parent, title, folder, filter);
    return path.isEmpty() ? std::nullopt : std::optional(path);
}

std::optional<QString> WidgetDialogs::saveFile(const QString& title, const QString& suggestion, const QString& filter)
{
    const QString path = QFileDialog::getSaveFileName(m_parent, title, suggestion, filter);
    return path.isEmpty() ? std::nullopt : std::optional(path);
}

} // namespace cardfit::ui
