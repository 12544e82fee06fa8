<#-- SPDX-License-Identifier: Apache-2.0 -->

SqlSet SqlSet() :
{
    final Span s;
    final String key;
    final SqlNode value;
}
{
    <SET> { s = span(); }
    (
        LOOKAHEAD({ Lookahead.settingKey(this) })
        key = SettingKey()
        (
            ( <EQ> | <TO> )
            value = SettingValue()
            { return new SqlSet(s.end(this), key, value); }
        |
            { return new SqlSet(s.end(this), key, null); }
        )
    |
        { return new SqlSet(s.end(this), null, null); }
    )
}

SqlReset SqlReset() :
{
    final Span s;
    final String key;
}
{
    <RESET> { s = span(); }
    (
        LOOKAHEAD({ Lookahead.settingKey(this) })
        key = SettingKey()
        { return new SqlReset(s.end(this), key); }
    |
        { return new SqlReset(s.end(this), null); }
    )
}

/** Reads the name of a setting: a string, or words (reserved ones too) joined by dots and dashes. */
JAVACODE
String SettingKey()
{
    return Lookahead.readSettingKey(this);
}

/** Parses what a setting or an option can be set to without a word. */
SqlNode SettingLiteral() :
{
    final String text;
    final SqlNode value;
}
{
    (
        text = SimpleStringLiteral() { value = SqlLiteral.createCharString(text, getPos()); }
    |
        value = NumericLiteral()
    |
        value = DurationLiteral()
    |
        <TRUE> { value = SqlLiteral.createBoolean(true, getPos()); }
    |
        <FALSE> { value = SqlLiteral.createBoolean(false, getPos()); }
    )
    { return value; }
}

SqlNode SettingValue() :
{
    final SqlNode value;
}
{
    (
        value = SettingLiteral()
    |
        value = IntervalLiteral()
    |
        value = SimpleIdentifier()
    |
        <ON> { value = new SqlIdentifier("ON", getPos()); }
    )
    { return value; }
}

SqlShow SqlShow() :
{
    final Span s;
    SqlShow.Subject subject;
    SqlIdentifier name = null;
    String pattern = null;
}
{
    <SHOW> { s = span(); }
    (
        (
            <TABLES> { subject = SqlShow.Subject.TABLES; }
        |
            <VIEWS> { subject = SqlShow.Subject.VIEWS; }
        |
            <FUNCTIONS> { subject = SqlShow.Subject.FUNCTIONS; }
        |
            <DROPPED> { subject = SqlShow.Subject.DROPPED; }
        |
            <SETTINGS> { subject = SqlShow.Subject.SETTINGS; }
        )
        [ <LIKE> pattern = SimpleStringLiteral() ]
    |
        <CREATE>
        (
            <TABLE> { subject = SqlShow.Subject.CREATE_TABLE; }
        |
            <VIEW> { subject = SqlShow.Subject.CREATE_VIEW; }
        )
        name = CompoundIdentifier()
    )
    { return new SqlShow(s.end(this), subject, name, pattern); }
}

SqlDescribe SqlDescribeName() :
{
    final Span s;
    final SqlIdentifier name;
}
{
    ( <DESCRIBE> | <DESC> ) { s = span(); }
    [ <TABLE> ]
    name = CompoundIdentifier()
    { return new SqlDescribe(s.end(this), name); }
}
