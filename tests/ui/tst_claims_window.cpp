#include "tests/ui/window_fixture.h"

#include "ui/windows/claims_window.h"

#include <QTest>

using namespace cardfit;
using namespace cardfit::ui;

// Protects: the help page says what `explain --claim` says, without stopping the window.
class TestClaimsWindow : public QObject {
    Q_OBJECT
private slots:
    void aKeyOpensThePageBesideTheWindow()
    {
        WindowFixture fixture;
        QVERIFY(QTest::qWaitForWindowActive(fixture.window.get()));
        QTest::keyClick(fixture.window.get(), Qt::Key_F1);
        auto* claims = fixture.find<ClaimsWindow>("claimsWindow");
        QVERIFY(claims->isVisible() && !claims->isModal());
        QVERIFY(QTest::qWaitFor([claims] { return !claims->isBusy(); }, 60'000));
        const auto load = evidence::loadClaims(CARDFIT_DATA_DIR, import::modelReaders());
        QVERIFY(!load.claims.empty());
        for (const evidence::Claim& claim : load.claims) {
            const report::ClaimView view = report::claimViewOf(claim, answer(claim, WindowFixture::catalog()), WindowFixture::catalog());
            QVERIFY2(shown(*claims).contains(blank(fixture.translator.plain(view.words))), claim.id.c_str());
            QVERIFY2(shown(*claims).contains(blank(fixture.translator.plain(view.verdict))), claim.id.c_str());
        }
    }

    void anotherLanguageIsShownAtOnce()
    {
        WindowFixture fixture;
        fixture.window->showClaims();
        auto* claims = fixture.find<ClaimsWindow>("claimsWindow");
        QVERIFY(QTest::qWaitFor([claims] { return !claims->isBusy(); }, 60'000));
        fixture.translator.setLanguage(QStringLiteral("zh"));
        QVERIFY(shown(*claims).contains(blank(fixture.translator.plain(Text("claim.a10-replaces-five-t4")))));
    }

    void claimsThatCannotBeReadAreSaidNotACrash()
    {
        WindowFixture fixture;
        const auto load = [] { return evidence::ClaimsLoad{{}, {{"claims.json", "/claims/3", "an object", "7"}}}; };
        ClaimsWindow claims({fixture.appearance, fixture.translator, WindowFixture::catalog(), fixture.document}, load);
        QVERIFY(QTest::qWaitFor([&claims] { return !claims.isBusy(); }, 60'000));
        QVERIFY2(shown(claims).contains(QStringLiteral("claims.json")), qPrintable(shown(claims)));
    }

private:
    // the page's plain text has blanks where its sentences have no-break spaces
    static QString shown(const ClaimsWindow& window) { return window.text(); }
    static QString blank(QString text) { return text.replace(QChar(QChar::Nbsp), QChar(u' ')); }
};

QTEST_MAIN(TestClaimsWindow)
#include "tst_claims_window.moc"
