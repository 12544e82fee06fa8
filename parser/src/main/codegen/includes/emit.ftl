<#-- SPDX-License-Identifier: Apache-2.0 -->

/** Parses EMIT AFTER WATERMARK, EMIT EVERY INTERVAL '10' SECOND and the like; what it says is a hint of the query. */
void EmitClause(List<SqlNode> hints) :
{
    final Span s;
    final EmitClause clause = new EmitClause();
}
{
    <EMIT> { s = span(); }
    (
        <FINAL> { clause.atEnd(); }
    |
        <ON> <WINDOW> <CLOSE> { clause.atEnd(); }
    |
        <STREAM> { clause.onChange(); }
        [ EmitTimes(clause) ]
    |
        EmitTimes(clause)
    )
    [ <WITH> EmitOption(clause) ( LOOKAHEAD(1) <AND> EmitOption(clause) )* ]
    { hints.add(clause.hint(s.end(this))); }
}

void EmitTimes(EmitClause clause) :
{
}
{
    EmitTime(clause) ( LOOKAHEAD(1) <AND> EmitTime(clause) )*
}

void EmitTime(EmitClause clause) :
{
    SqlNode interval;
}
{
    <EVERY> interval = EmitInterval() { clause.every(interval); }
|
    <AFTER>
    (
        <WATERMARK> { clause.atEnd(); }
    |
        <DELAY> interval = EmitInterval() { clause.every(interval); }
    )
}

void EmitOption(EmitClause clause) :
{
    SqlNode interval;
}
{
    <ALLOWED> <LATENESS> interval = EmitInterval() { clause.allowedLateness(interval); }
|
    (
        <RETRACTING> { clause.panes("retracting", getPos()); }
    |
        <ACCUMULATING> { clause.panes("accumulating", getPos()); }
    |
        <DISCARDING> { clause.panes("discarding", getPos()); }
    )
    <PANES>
}

SqlNode EmitInterval() :
{
    final SqlNode interval;
}
{
    (
        interval = IntervalLiteral()
    |
        interval = DurationLiteral()
    )
    { return interval; }
}

/** Parses a query that something is made of; EMIT CHANGES behind it asks for the changes of its windows. */
SqlNode SourceQuery() :
{
    final SqlNode query;
}
{
    query = QueryExpression()
    (
        <EMIT> <CHANGES> { return SqlEmitChanges.ofWindows(query, getPos()); }
    |
        { return query; }
    )
}
