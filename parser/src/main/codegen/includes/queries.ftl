<#-- SPDX-License-Identifier: Apache-2.0 -->

SqlInsertInto SqlInsertInto() :
{
    final Span s;
    boolean overwrite = false;
    final SqlIdentifier name;
    SqlNode target;
    SqlNodeList columns = null;
    final SqlNode source;
    SqlInsertInto.ConflictAction action = null;
}
{
    <INSERT> { s = span(); }
    (
        <INTO>
    |
        <OVERWRITE> { overwrite = true; }
    )
    name = CompoundTableIdentifier()
    ( target = TableHints(name) | { target = name; } )
    [ LOOKAHEAD(2) columns = ParenthesizedSimpleIdentifierList() ]
    source = SourceQuery()
    [ <ON> <CONFLICT> <DO> action = ConflictAction() ]
    { return new SqlInsertInto(s.end(this), overwrite, target, source, columns, action); }
}

SqlInsertInto.ConflictAction ConflictAction() :
{
}
{
    <NOTHING> { return SqlInsertInto.ConflictAction.NOTHING; }
|
    <ERROR> { return SqlInsertInto.ConflictAction.ERROR; }
|
    <DEDUPLICATE> { return SqlInsertInto.ConflictAction.DEDUPLICATE; }
}

/** Parses BEGIN STATEMENT SET; ... END, or the same as EXECUTE STATEMENT SET BEGIN ... END. */
SqlStatementSet SqlStatementSet() :
{
    final Span s;
    final SqlNodeList inserts;
}
{
    (
        <BEGIN> { s = span(); } <STATEMENT> <SET> [ <SEMICOLON> ]
    |
        <EXECUTE> { s = span(); } <STATEMENT> <SET> <BEGIN> [ <SEMICOLON> ]
    )
    inserts = Inserts()
    <END>
    { return new SqlStatementSet(s.end(this), inserts); }
}

SqlNodeList Inserts() :
{
    final Span s;
    final List<SqlNode> inserts = new ArrayList<SqlNode>();
    SqlNode insert;
}
{
    { s = Span.of(); }
    (
        insert = SqlInsertInto() { inserts.add(insert); s.add(insert); }
        <SEMICOLON>
    )+
    { return new SqlNodeList(inserts, s.pos()); }
}

SqlExplainStatement SqlExplainStatement() :
{
    final Span s;
    final Set<SqlExplainStatement.Detail> details = EnumSet.noneOf(SqlExplainStatement.Detail.class);
    final SqlNode statement;
    SqlExplainStatement.Detail detail;
}
{
    <EXPLAIN> { s = span(); }
    [
        LOOKAHEAD(1)
        (
            <PLAN> <FOR>
        |
            detail = ExplainDetail() { details.add(detail); }
            ( <COMMA> detail = ExplainDetail() { details.add(detail); } )*
        )
    ]
    { Lookahead.requireExplainable(this); }
    (
        statement = SqlInsertInto()
    |
        LOOKAHEAD(1)
        statement = SqlStatementSet()
    |
        LOOKAHEAD(1)
        statement = ExplainedStatementSet()
    |
        statement = SqlCreateStatement()
    |
        statement = QueryStatement()
    )
    { return new SqlExplainStatement(s.end(this), details, statement); }
}

SqlExplainStatement.Detail ExplainDetail() :
{
}
{
    <ESTIMATED_COST> { return SqlExplainStatement.Detail.ESTIMATED_COST; }
|
    <CHANGELOG_MODE> { return SqlExplainStatement.Detail.CHANGELOG_MODE; }
|
    <PLAN_ADVICE> { return SqlExplainStatement.Detail.PLAN_ADVICE; }
|
    <JSON_EXECUTION_PLAN> { return SqlExplainStatement.Detail.JSON_EXECUTION_PLAN; }
}

/** Parses STATEMENT SET BEGIN ... END, as it follows EXPLAIN. */
SqlStatementSet ExplainedStatementSet() :
{
    final Span s;
    final SqlNodeList inserts;
}
{
    <STATEMENT> { s = span(); } <SET> <BEGIN> [ <SEMICOLON> ]
    inserts = Inserts()
    <END>
    { return new SqlStatementSet(s.end(this), inserts); }
}

/** Parses the path of a file in place of a table. */
SqlNode FileReference() :
{
    final String path;
}
{
    path = SimpleStringLiteral()
    { return new SqlFileReference(path, getPos()); }
}
