<#-- SPDX-License-Identifier: Apache-2.0 -->

/** Parses one statement and the semicolon that ends it, or the end of the script. */
SqlNode NextStatement() :
{
    final SqlNode statement;
}
{
    { Lookahead.requireStatement(this); }
    statement = Statement()
    ( <SEMICOLON> | <EOF> )
    { return statement; }
}

SqlNode Statement() :
{
    final SqlNode statement;
}
{
    (
        statement = SqlCreateStatement()
    |
        statement = SqlDropStatement()
    |
        statement = SqlInsertInto()
    |
        LOOKAHEAD(1)
        statement = SqlExplainStatement()
    |
        LOOKAHEAD(1)
        statement = SqlStatementSet()
    |
        statement = SqlSet()
    |
        LOOKAHEAD(1)
        statement = SqlReset()
    |
        LOOKAHEAD(1)
        statement = SqlShow()
    |
        LOOKAHEAD(1)
        statement = SqlDescribeName()
    |
        statement = QueryStatement()
    )
    { return statement; }
}

/** Parses a query on its own, with EMIT CHANGES if that is there. */
SqlNode QueryStatement() :
{
    final SqlNode query;
}
{
    query = QueryExpression()
    (
        <EMIT> <CHANGES> { return new SqlEmitChanges(Span.of(query).end(this), query); }
    |
        { return query; }
    )
}

/** Parses a query with its ORDER BY and LIMIT; anything else is refused before Calcite tries to read it as an expression. */
SqlNode QueryExpression() :
{
    final SqlNode query;
    final List<SqlNode> emit = new ArrayList<SqlNode>();
}
{
    { Lookahead.requireQuery(this); }
    query = OrderedQueryOrExpr(ExprContext.ACCEPT_QUERY)
    [ LOOKAHEAD(1, { Lookahead.emitClause(this) }) EmitClause(emit) { EmitClause.addBehind(query, emit.get(0)); } ]
    { return query; }
}

/** Parses one expression and nothing after it. */
SqlNode ExpressionOnly() :
{
    final SqlNode expression;
}
{
    expression = Expression(ExprContext.ACCEPT_SUB_QUERY) <EOF>
    { return expression; }
}
