#include "ui/theme/theme.h"

namespace cardfit::ui {

namespace {

constexpr double kNoLigatures = 0.02; // any absolute spacing switches Lato's "ti", "tt", "fi" off; they eat letters in PDFs

struct Role {
    double pixels;
    QFont::Weight weight;
};

Role roleOf(FontRole role)
{
    switch (role) {
    case FontRole::Axis: return {11, QFont::Normal};
    case FontRole::LegendStrong: return {11, QFont::DemiBold};
    case FontRole::MarkStrong: return {11, QFont::Bold};
    case FontRole::Table: return {12, QFont::Normal};
    case FontRole::TableMedium: return {12, QFont::Medium};
    case FontRole::TableSemibold: return {12, QFont::DemiBold};
    case FontRole::TableStrong: return {12, QFont::Bold};
    case FontRole::Control: return {13, QFont::Normal};
    case FontRole::ControlMedium: return {13, QFont::Medium};
    case FontRole::ControlStrong: return {13, QFont::DemiBold};
    case FontRole::Total: return {13, QFont::Bold};
    case FontRole::Title: return {15, QFont::Bold};
    case FontRole::Headline: return {17, QFont::Normal};
    case FontRole::HeadlineStrong: return {17, QFont::Bold};
    case FontRole::TourTitle: return {18, QFont::Bold};
    case FontRole::PresentHeadline: return {36, QFont::Normal};
    }
    return {13, QFont::Normal};
}

} // namespace

QStringList fontFamilies(const QString& language)
{
    QString han = QStringLiteral("Noto Sans CJK SC");
    if (language.startsWith(QLatin1String("zh_TW")) || language.startsWith(QLatin1String("zh_HK")))
        han = QStringLiteral("Noto Sans CJK TC");
    else if (language.startsWith(QLatin1String("ja")))
        han = QStringLiteral("Noto Sans CJK JP");
    else if (language.startsWith(QLatin1String("ko")))
        han = QStringLiteral("Noto Sans CJK KR");
    return {QStringLiteral("Lato"), han, QStringLiteral("DejaVu Sans")};
}

Theme Theme::light()
{
    Theme theme;
    theme.scheme = Scheme::Light;
    theme.window = QColor(0xF4F5F7);
    theme.surface = QColor(0xFFFFFF);
    theme.control = QColor(0xFFFFFF);
    theme.line = QColor(0xDDE1E6);
    theme.grid = QColor(0xE9ECEF);
    theme.controlLine = QColor(0x858E97);
    theme.track = QColor(0xCDD3D9);
    theme.text = QColor(0x1B1F23);
    theme.text2 = QColor(0x57606A);
    theme.text3 = QColor(0x7B848D);
    theme.accent = QColor(0x0B5CAD);
    theme.accentBackground = QColor(0xE3EEF9);
    theme.warn = QColor(0x8A5A00);
    theme.rent = QColor(0xC2410C);
    theme.own = QColor(0x0B5CAD);
    theme.glyphInside = QColor(0xFFFFFF);
    theme.hatch = QColor(0xA9B1B9);
    return theme;
}

Theme Theme::dark()
{
    Theme theme;
    theme.scheme = Scheme::Dark;
    theme.window = QColor(0x14171A);
    theme.surface = QColor(0x1B1F23);
    theme.control = QColor(0x22272C);
    theme.line = QColor(0x30363C);
    theme.grid = QColor(0x2A3036);
    theme.controlLine = QColor(0x6B747D);
    theme.track = QColor(0x3B434B);
    theme.text = QColor(0xE8EAED);
    theme.text2 = QColor(0xA3ABB3);
    theme.text3 = QColor(0x7C858E);
    theme.accent = QColor(0x62A9F0);
    theme.accentBackground = QColor(0x1B334B);
    theme.warn = QColor(0xF0B030);
    theme.rent = QColor(0xF08A55);
    theme.own = QColor(0x62A9F0);
    theme.glyphInside = QColor(0x10202C);
    theme.hatch = QColor(0x6B747D);
    return theme;
}

VerdictColours Theme::verdict(fleet::Verdict verdict) const
{
    const bool darkScheme = isDark();
    switch (verdict) {
    case fleet::Verdict::Fits: return {QColor(darkScheme ? 0x4BA3E3 : 0x0072B2), QColor(darkScheme ? 0x153A57 : 0xD6E8F5), text, {}};
    case fleet::Verdict::Tight:
        return {QColor(darkScheme ? 0xF0B030 : 0xE69F00), QColor(darkScheme ? 0x5A4310 : 0xFBE3B0), text,
                darkScheme ? QColor() : QColor(0x8A5A00)};
    case fleet::Verdict::No: return {QColor(darkScheme ? 0xBDBDBD : 0x4D4D4D), QColor(darkScheme ? 0x23282D : 0xF0F1F3), text2, {}};
    case fleet::Verdict::Unsupported:
    case fleet::Verdict::NotModelled: return {text3, {}, text2, {}};
    }
    return {text3, {}, text2, {}};
}

QColor Theme::component(memory::Component component) const
{
    switch (component) {
    case memory::Component::Weights: return QColor(0x1A58AA);
    case memory::Component::MasterWeights: return QColor(0x74BAE6);
    case memory::Component::Adapters: return QColor(0xBAD1DD);
    case memory::Component::Gradients: return QColor(0xAC6FC5);
    case memory::Component::OptimizerStates: return QColor(0x7C2A6F);
    case memory::Component::KvCache: return QColor(0x0A8D67);
    case memory::Component::Activations: return QColor(0xC23E17);
    case memory::Component::Logits: return QColor(0xF2C565);
    case memory::Component::EngineBuffers: return QColor(0x616B73);
    }
    return QColor(0x616B73);
}

QColor Theme::nonTorch() const { return QColor(0x9EA5AB); }

QFont Theme::font(double pixelSize, QFont::Weight weight) const
{
    QFont font;
    font.setFamilies(fontFamilies(language));
    font.setPixelSize(qMax(1, qRound(pixelSize * fontScale)));
    font.setWeight(weight);
    font.setLetterSpacing(QFont::AbsoluteSpacing, kNoLigatures);
    return font;
}

QFont Theme::font(FontRole role) const
{
    const Role wanted = roleOf(role);
    return font(wanted.pixels, wanted.weight);
}

QPalette Theme::palette() const
{
    QPalette palette;
    palette.setColor(QPalette::Window, window);
    palette.setColor(QPalette::WindowText, text);
    palette.setColor(QPalette::Base, control);
    palette.setColor(QPalette::AlternateBase, surface);
    palette.setColor(QPalette::Text, text);
    palette.setColor(QPalette::PlaceholderText, text2);
    palette.setColor(QPalette::Button, control);
    palette.setColor(QPalette::ButtonText, text);
    palette.setColor(QPalette::BrightText, surface);
    palette.setColor(QPalette::Highlight, accent);
    palette.setColor(QPalette::HighlightedText, isDark() ? window : surface);
    palette.setColor(QPalette::Link, accent);
    palette.setColor(QPalette::LinkVisited, accent);
    palette.setColor(QPalette::ToolTipBase, surface);
    palette.setColor(QPalette::ToolTipText, text);
    palette.setColor(QPalette::Light, surface);
    palette.setColor(QPalette::Midlight, grid);
    palette.setColor(QPalette::Mid, line);
    palette.setColor(QPalette::Dark, controlLine);
    palette.setColor(QPalette::Shadow, text3);
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, text3);
    return palette;
}

} // namespace cardfit::ui
