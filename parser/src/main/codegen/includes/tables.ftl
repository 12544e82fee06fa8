<#-- SPDX-License-Identifier: Apache-2.0 -->

SqlNode SqlCreateStatement() :
{
    final Span s;
    boolean replace = false;
    boolean temporary = false;
    final SqlNode statement;
}
{
    <CREATE> { s = span(); }
    [ <OR> <REPLACE> { replace = true; } ]
    [ <TEMPORARY> { temporary = true; } ]
    (
        statement = SqlCreateTable(s, replace, temporary)
    |
        statement = SqlCreateView(s, replace, temporary)
    |
        statement = SqlCreateFunction(s, replace, temporary)
    )
    { return statement; }
}

SqlCreateFunction SqlCreateFunction(Span s, boolean replace, boolean temporary) :
{
    final boolean ifNotExists;
    final SqlIdentifier name;
    final List<SqlNode> types = new ArrayList<SqlNode>();
    SqlNodeList parameters = null;
    SqlDataTypeSpec type;
    SqlDataTypeSpec result = null;
    final String className;
    SqlIdentifier word;
    String jar = null;
}
{
    <FUNCTION> ifNotExists = IfNotExists()
    name = CompoundIdentifier()
    [
        <LPAREN>
        [
            type = DataType() { types.add(type); }
            ( <COMMA> type = DataType() { types.add(type); } )*
        ]
        <RPAREN> { parameters = new SqlNodeList(types, getPos()); }
        <RETURNS> result = DataType()
    ]
    <AS> className = SimpleStringLiteral()
    [ <LANGUAGE> word = SimpleIdentifier() { SqlCreateFunction.expect(word, "JAVA"); } ]
    [
        <USING> word = SimpleIdentifier() { SqlCreateFunction.expect(word, "JAR"); }
        jar = SimpleStringLiteral()
    ]
    {
        return new SqlCreateFunction(
            s.end(this), replace, temporary, ifNotExists, name, parameters, result, className, jar);
    }
}

SqlCreateTable SqlCreateTable(Span s, boolean replace, boolean temporary) :
{
    final boolean ifNotExists;
    final SqlIdentifier name;
    SqlNodeList elements = null;
    String comment = null;
    SqlNodeList options = SqlNodeList.EMPTY;
    SqlNode query = null;
}
{
    <TABLE> ifNotExists = IfNotExists()
    name = CompoundIdentifier()
    [ elements = TableElements() ]
    [ <COMMENT> comment = SimpleStringLiteral() ]
    [ <WITH> options = TableOptions() ]
    [ <AS> query = SourceQuery() ]
    {
        return new SqlCreateTable(
            s.end(this), replace, temporary, ifNotExists, name, elements, comment, options, query);
    }
}

SqlNodeList TableElements() :
{
    final Span s;
    final List<SqlNode> elements = new ArrayList<SqlNode>();
    SqlNode element;
}
{
    <LPAREN> { s = span(); }
    element = TableElement() { elements.add(element); }
    ( <COMMA> element = TableElement() { elements.add(element); } )*
    <RPAREN>
    { return new SqlNodeList(elements, s.end(this)); }
}

SqlNode TableElement() :
{
    final SqlNode element;
    final Span s;
    final SqlIdentifier name;
}
{
    (
        LOOKAHEAD(2)
        element = Watermark()
    |
        <CONSTRAINT> { s = span(); }
        name = SimpleIdentifier()
        element = PrimaryKey(s, name)
    |
        element = PrimaryKey(Span.of(), null)
    |
        element = Column()
    )
    { return element; }
}

SqlWatermark Watermark() :
{
    final Span s;
    final SqlIdentifier column;
    SqlNode strategy = null;
}
{
    <WATERMARK> { s = span(); } <FOR>
    column = CompoundIdentifier()
    [ <AS> strategy = Expression(ExprContext.ACCEPT_NON_QUERY) ]
    { return new SqlWatermark(s.end(this), column, strategy); }
}

SqlPrimaryKey PrimaryKey(Span s, SqlIdentifier name) :
{
    final SqlNodeList columns;
    final boolean enforced;
}
{
    <PRIMARY> { s.add(this); } <KEY>
    columns = ParenthesizedSimpleIdentifierList()
    enforced = Enforced()
    { return new SqlPrimaryKey(s.end(this), name, columns, enforced); }
}

/** Parses an optional [NOT] ENFORCED; a key that says neither counts as enforced. */
boolean Enforced() :
{
}
{
    <ENFORCED> { return true; }
|
    LOOKAHEAD(2)
    <NOT> <ENFORCED> { return false; }
|
    { return true; }
}

SqlColumn Column() :
{
    final SqlColumn.Builder column;
    final SqlIdentifier name;
    final SqlNode expression;
    final SqlDataTypeSpec type;
}
{
    name = SimpleIdentifier() { column = new SqlColumn.Builder(name); }
    (
        <AS> expression = Expression(ExprContext.ACCEPT_NON_QUERY) { column.computed(expression); }
        [ ColumnComment(column) ]
    |
        type = DataType() { column.type(type); }
        ( ColumnClause(column) )*
    )
    { return column.build(Span.of(name).end(this)); }
}

void ColumnClause(SqlColumn.Builder column) :
{
    final SqlNode expression;
    final boolean enforced;
    final String key;
}
{
    <NOT> <NULL> { column.notNull(getPos()); }
|
    <NULL> { column.nullable(getPos()); }
|
    <PRIMARY> <KEY> enforced = Enforced() { column.primaryKey(enforced, getPos()); }
|
    <DEFAULT_> expression = Expression(ExprContext.ACCEPT_NON_QUERY) { column.defaultValue(expression); }
|
    <GENERATED> <ALWAYS> <AS> <LPAREN>
    expression = Expression(ExprContext.ACCEPT_NON_QUERY)
    <RPAREN> { column.computed(expression); }
    [ <STORED> | <VIRTUAL> { column.virtual(); } ]
|
    <METADATA> { column.metadata(getPos()); }
    [ <FROM> key = SimpleStringLiteral() { column.metadataKey(key); } ]
    [ <VIRTUAL> { column.virtual(); } ]
|
    ColumnComment(column)
}

void ColumnComment(SqlColumn.Builder column) :
{
    final String comment;
}
{
    <COMMENT> comment = SimpleStringLiteral() { column.comment(comment, getPos()); }
}

SqlNodeList TableOptions() :
{
    final Span s;
    final List<SqlNode> options = new ArrayList<SqlNode>();
    SqlOption option;
}
{
    <LPAREN> { s = span(); }
    option = TableOption() { options.add(option); }
    (
        <COMMA> option = TableOption() { options.add(option); }
    )*
    <RPAREN>
    { return new SqlNodeList(options, s.end(this)); }
}

SqlOption TableOption() :
{
    final Span s;
    final String key;
    final SqlNode value;
}
{
    key = SettingKey() { s = span(); }
    <EQ> value = SettingLiteral()
    { return new SqlOption(s.end(this), key, value); }
}

SqlCreateView SqlCreateView(Span s, boolean replace, boolean temporary) :
{
    final boolean ifNotExists;
    final SqlIdentifier name;
    SqlNodeList columns = null;
    final SqlNode query;
}
{
    <VIEW> ifNotExists = IfNotExists()
    name = CompoundIdentifier()
    [ columns = ParenthesizedSimpleIdentifierList() ]
    <AS> query = SourceQuery()
    { return new SqlCreateView(s.end(this), replace, temporary, ifNotExists, name, columns, query); }
}

SqlNode SqlDropStatement() :
{
    final Span s;
    boolean temporary = false;
    final SqlDropObject.ObjectKind kind;
    boolean ifExists = false;
    final SqlIdentifier name;
}
{
    <DROP> { s = span(); }
    [ <TEMPORARY> { temporary = true; } ]
    (
        <TABLE> { kind = SqlDropObject.ObjectKind.TABLE; }
    |
        <VIEW> { kind = SqlDropObject.ObjectKind.VIEW; }
    |
        <FUNCTION> { kind = SqlDropObject.ObjectKind.FUNCTION; }
    )
    [ LOOKAHEAD(2) <IF> <EXISTS> { ifExists = true; } ]
    name = CompoundIdentifier()
    { return new SqlDropObject(s.end(this), kind, temporary, ifExists, name); }
}

boolean IfNotExists() :
{
}
{
    LOOKAHEAD(2)
    <IF> <NOT> <EXISTS> { return true; }
|
    { return false; }
}
