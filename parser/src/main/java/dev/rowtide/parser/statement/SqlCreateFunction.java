// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.parser.statement;

import java.util.Arrays;
import java.util.List;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * {@code CREATE [OR REPLACE] [TEMPORARY] FUNCTION [IF NOT EXISTS] f [(type, ...) RETURNS type] AS 'class' [LANGUAGE JAVA] [USING JAR 'path']}. The
 * types may be missing for who comes from elsewhere to be told that they must be said.
 */
public final class SqlCreateFunction extends StatementNode {
    private static final SqlOperator OPERATOR = operator("CREATE FUNCTION", SqlKind.CREATE_FUNCTION);

    private final boolean replace;
    private final boolean temporary;
    private final boolean ifNotExists;
    private final SqlIdentifier name;
    private final @Nullable SqlNodeList parameters;
    private final @Nullable SqlDataTypeSpec result;
    private final String className;
    private final @Nullable String jar;

    public SqlCreateFunction(
            SqlParserPos pos,
            boolean replace,
            boolean temporary,
            boolean ifNotExists,
            SqlIdentifier name,
            @Nullable SqlNodeList parameters,
            @Nullable SqlDataTypeSpec result,
            String className,
            @Nullable String jar) {
        super(OPERATOR, pos);
        this.replace = replace;
        this.temporary = temporary;
        this.ifNotExists = ifNotExists;
        this.name = name;
        this.parameters = parameters;
        this.result = result;
        this.className = className;
        this.jar = jar;
    }

    /** Refuses a word that is not the only one that may stand there. */
    public static void expect(SqlIdentifier word, String only) {
        if (!word.getSimple().equalsIgnoreCase(only)) {
            throw Refusal.at(word.getParserPosition(), word.getSimple() + " is not supported, only " + only + " is");
        }
    }

    public boolean replace() {
        return replace;
    }

    public boolean temporary() {
        return temporary;
    }

    public boolean ifNotExists() {
        return ifNotExists;
    }

    public SqlIdentifier name() {
        return name;
    }

    /** The types of the arguments. */
    public List<SqlDataTypeSpec> parameters() {
        return nodesOf(parameters, SqlDataTypeSpec.class);
    }

    /** The type of the value; null if the statement says no types. */
    public @Nullable SqlDataTypeSpec result() {
        return result;
    }

    /** The name of the class that is the function. */
    public String className() {
        return className;
    }

    /** The path of the jar that has the class; null if the class path has it. */
    public @Nullable String jar() {
        return jar;
    }

    @Override
    public List<@Nullable SqlNode> getOperandList() {
        return Arrays.asList(name, parameters, result);
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
        unparseCreate(writer, replace, temporary, "FUNCTION", ifNotExists);
        name.unparse(writer, 0, 0);
        if (parameters != null && result != null) {
            unparseList(writer, parameters);
            writer.keyword("RETURNS");
            result.unparse(writer, 0, 0);
        }
        writer.keyword("AS");
        unparseText(writer, className);
        if (jar != null) {
            writer.keyword("USING JAR");
            unparseText(writer, jar);
        }
    }
}
