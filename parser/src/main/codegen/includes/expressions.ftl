<#-- SPDX-License-Identifier: Apache-2.0 -->

/** Parses 10s, 5m, 1d. */
SqlNode DurationLiteral() :
{
}
{
    <DURATION_LITERAL> { return SqlDurationLiteral.ofShort(token.image, getPos()); }
}

/** Parses the arguments of a call between its parentheses; returns DISTINCT or ALL, or null. */
SqlLiteral Arguments(List<SqlNode> arguments) :
{
    SqlLiteral quantifier = null;
}
{
    [ quantifier = AllOrDistinct() ]
    AddArg(arguments, ExprContext.ACCEPT_SUB_QUERY)
    (
        <COMMA> { checkNonQueryExpression(ExprContext.ACCEPT_SUB_QUERY); }
        AddArg(arguments, ExprContext.ACCEPT_SUB_QUERY)
    )*
    { return quantifier; }
}

/** Parses x::type. */
void InfixCast(List<Object> list, ExprContext exprContext, Span s) :
{
    final SqlDataTypeSpec type;
}
{
    <INFIX_CAST> {
        checkNonQueryExpression(exprContext);
        list.add(new SqlParserUtil.ToTreeListItem(InfixCastOperator.INSTANCE, getPos()));
    }
    type = DataType() { list.add(type); }
}

/** Parses the type names that are shorthands. */
SqlTypeNameSpec AliasTypeName() :
{
    final Span s;
    final int precision;
}
{
    ( <STRING> | <TEXT> | <BYTES> )
    { return new SqlAliasTypeNameSpec(token.image, getPos()); }
|
    <TIMESTAMP_LTZ> { s = span(); }
    precision = PrecisionOpt()
    { return new SqlBasicTypeNameSpec(SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE, precision, s.end(this)); }
}

/** Parses ARRAY<t>, MAP<t, t>, ROW<n t, ..> and ROW(n t, ..), whose values may be null unless they say otherwise. */
SqlTypeNameSpec BracketedTypeName() :
{
    final Span s;
    final SqlDataTypeSpec element;
    final SqlDataTypeSpec key;
    final SqlDataTypeSpec value;
    final List<SqlIdentifier> names = new ArrayList<SqlIdentifier>();
    final List<SqlDataTypeSpec> types = new ArrayList<SqlDataTypeSpec>();
}
{
    <ARRAY> { s = span(); }
    <LT> element = NullableType() <GT>
    { return new SqlArrayTypeSpec(element, s.end(this)); }
|
    <MAP> { s = span(); }
    <LT> key = NullableType() <COMMA> value = NullableType() <GT>
    { return new SqlMapTypeNameSpec(key, value, s.end(this)); }
|
    <ROW> { s = span(); }
    (
        <LT> RowFields(names, types) <GT>
    |
        <LPAREN> RowFields(names, types) <RPAREN>
    )
    { return new SqlRowTypeSpec(s.end(this), names, types); }
}

SqlDataTypeSpec NullableType() :
{
    final SqlDataTypeSpec type;
    final boolean nullable;
}
{
    type = DataType()
    nullable = NullableOptDefaultTrue()
    { return type.withNullable(nullable, type.getParserPosition()); }
}

void RowFields(List<SqlIdentifier> names, List<SqlDataTypeSpec> types) :
{
}
{
    RowField(names, types)
    ( <COMMA> RowField(names, types) )*
}

void RowField(List<SqlIdentifier> names, List<SqlDataTypeSpec> types) :
{
    final SqlIdentifier name;
    final SqlDataTypeSpec type;
}
{
    name = SimpleIdentifier()
    type = NullableType()
    {
        names.add(name);
        types.add(type);
    }
}

/** Parses an aggregate that makes JSON, with its FILTER and its OVER. */
SqlNode JsonAggregateCall() :
{
    SqlCall aggregate;
    final Span s;
    final SqlNode condition;
    final SqlNode window;
}
{
    ( aggregate = JsonObjectAggFunctionCall() | aggregate = JsonArrayAggFunctionCall() )
    { s = Span.of(aggregate); }
    [
        <FILTER> <LPAREN> <WHERE>
        condition = Expression(ExprContext.ACCEPT_SUB_QUERY)
        <RPAREN>
        { aggregate = SqlStdOperatorTable.FILTER.createCall(s.end(this), aggregate, condition); }
    ]
    [
        <OVER>
        ( window = SimpleIdentifier() | window = WindowSpecification() )
        { aggregate = SqlStdOperatorTable.OVER.createCall(s.end(this), aggregate, window); }
    ]
    { return aggregate; }
}
