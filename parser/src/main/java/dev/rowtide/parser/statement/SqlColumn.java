// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.parser.statement;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * A column of {@code CREATE TABLE}: stored, computed from others, or read from what the connector knows of a record.
 */
public final class SqlColumn extends StatementNode {
    private static final SqlOperator OPERATOR = operator("COLUMN", SqlKind.COLUMN_DECL);

    /** Where the values of a column come from. */
    public enum Kind {
        /** From the record itself. */
        PHYSICAL,
        /** From an expression over other columns. */
        COMPUTED,
        /** From the connector: an offset, a topic, a time stamp. */
        METADATA
    }

    private final SqlIdentifier name;
    private final Kind kind;
    private final @Nullable SqlDataTypeSpec type;
    private final boolean notNull;
    private final boolean primaryKey;
    private final boolean enforced;
    private final boolean virtual;
    private final @Nullable SqlNode expression;
    private final @Nullable SqlNode defaultValue;
    private final @Nullable String metadataKey;
    private final @Nullable String comment;

    private SqlColumn(Builder column, SqlParserPos pos) {
        super(OPERATOR, pos);
        this.name = column.name;
        this.kind = column.metadata ? Kind.METADATA : column.expression != null ? Kind.COMPUTED : Kind.PHYSICAL;
        this.type = column.type;
        this.notNull = Boolean.FALSE.equals(column.nullable);
        this.primaryKey = column.primaryKey;
        this.enforced = column.enforced;
        this.virtual = column.virtual;
        this.expression = column.expression;
        this.defaultValue = column.defaultValue;
        this.metadataKey = column.metadataKey;
        this.comment = column.comment;
    }

    public String name() {
        return name.getSimple();
    }

    public SqlIdentifier identifier() {
        return name;
    }

    public Kind kind() {
        return kind;
    }

    /** The declared type; null only for {@code c AS expression}, whose type is the expression's. */
    public @Nullable SqlDataTypeSpec type() {
        return type;
    }

    public boolean notNull() {
        return notNull;
    }

    /** Whether PRIMARY KEY stands on the column itself. */
    public boolean primaryKey() {
        return primaryKey;
    }

    /** Whether a metadata or generated column is only read and never written. */
    public boolean isVirtual() {
        return virtual;
    }

    /** The expression of a computed column. */
    public @Nullable SqlNode expression() {
        return expression;
    }

    public @Nullable SqlNode defaultValue() {
        return defaultValue;
    }

    /** The connector's name for the value; null if it is the column's name, or if this is no metadata column. */
    public @Nullable String metadataKey() {
        return metadataKey;
    }

    public @Nullable String comment() {
        return comment;
    }

    @Override
    public List<@Nullable SqlNode> getOperandList() {
        return Arrays.asList(name, type, expression, defaultValue);
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
        name.unparse(writer, 0, 0);
        if (type == null) {
            writer.keyword("AS");
            Objects.requireNonNull(expression).unparse(writer, 0, 0);
        } else {
            type.unparse(writer, 0, 0);
            unparseClauses(writer);
        }
        unparseComment(writer, comment);
    }

    private void unparseClauses(SqlWriter writer) {
        if (notNull) {
            writer.keyword("NOT NULL");
        }
        if (expression != null) {
            writer.keyword("GENERATED ALWAYS AS");
            SqlWriter.Frame frame = writer.startList("(", ")");
            expression.unparse(writer, 0, 0);
            writer.endList(frame);
        }
        if (kind == Kind.METADATA) {
            writer.keyword("METADATA");
            if (metadataKey != null) {
                writer.keyword("FROM");
                unparseText(writer, metadataKey);
            }
        }
        if (virtual) {
            writer.keyword("VIRTUAL");
        }
        if (defaultValue != null) {
            writer.keyword("DEFAULT");
            defaultValue.unparse(writer, 0, 0);
        }
        if (primaryKey) {
            writer.keyword(enforced ? "PRIMARY KEY" : "PRIMARY KEY NOT ENFORCED");
        }
    }

    /** Collects the clauses of a column, which may come in any order, each once. Used by the grammar. */
    public static final class Builder {
        private final SqlIdentifier name;
        private @Nullable SqlDataTypeSpec type;
        private @Nullable Boolean nullable;
        private boolean primaryKey;
        private boolean enforced;
        private boolean virtual;
        private boolean metadata;
        private @Nullable SqlNode expression;
        private @Nullable SqlNode defaultValue;
        private @Nullable String metadataKey;
        private @Nullable String comment;

        public Builder(SqlIdentifier name) {
            this.name = name;
        }

        public void type(SqlDataTypeSpec type) {
            this.type = type;
        }

        public void notNull(SqlParserPos pos) {
            once(nullable == null, "NULL or NOT NULL", pos);
            nullable = false;
        }

        public void nullable(SqlParserPos pos) {
            once(nullable == null, "NULL or NOT NULL", pos);
            nullable = true;
        }

        public void primaryKey(boolean enforced, SqlParserPos pos) {
            once(!primaryKey, "PRIMARY KEY", pos);
            this.primaryKey = true;
            this.enforced = enforced;
        }

        public void computed(SqlNode expression) {
            once(this.expression == null && !metadata, "an origin of its values", expression.getParserPosition());
            this.expression = expression;
        }

        public void metadata(SqlParserPos pos) {
            once(expression == null && !metadata, "an origin of its values", pos);
            metadata = true;
        }

        public void metadataKey(String key) {
            metadataKey = key;
        }

        public void virtual() {
            virtual = true;
        }

        public void defaultValue(SqlNode value) {
            once(defaultValue == null, "DEFAULT", value.getParserPosition());
            defaultValue = value;
        }

        public void comment(String comment, SqlParserPos pos) {
            once(this.comment == null, "COMMENT", pos);
            this.comment = comment;
        }

        public SqlColumn build(SqlParserPos pos) {
            return new SqlColumn(this, pos);
        }

        private void once(boolean first, String clause, SqlParserPos pos) {
            if (!first) {
                throw Refusal.at(pos, "column \"" + name.getSimple() + "\" has " + clause + " twice");
            }
        }
    }
}
