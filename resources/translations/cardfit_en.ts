<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
    <context>
        <name>Fields</name>
        <message numerus="yes">
            <source>%n card(s)</source>
            <translation>
                <numerusform>%n card</numerusform>
                <numerusform>%n cards</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>ModelSize</name>
        <message numerus="yes">
            <source>%n size(s)</source>
            <translation>
                <numerusform>%n size</numerusform>
                <numerusform>%n sizes</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>cardfit::ui::InputPanel</name>
        <message numerus="yes">
            <source>%n set by hand</source>
            <translation>
                <numerusform>%n set by hand</numerusform>
                <numerusform>%n set by hand</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>cardfit::ui::MainWindow</name>
        <message numerus="yes">
            <source>%1 not opened: %n value(s) are wrong; nothing was changed</source>
            <translation>
                <numerusform>%1 not opened: %n value is wrong; nothing was changed</numerusform>
                <numerusform>%1 not opened: %n values are wrong; nothing was changed</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>cardfit::ui::ProblemStrip</name>
        <message numerus="yes">
            <source>%n problem(s)</source>
            <translation>
                <numerusform>%n problem</numerusform>
                <numerusform>%n problems</numerusform>
            </translation>
        </message>
    </context>
</TS>
