// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.validate;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.plan.Table;
import dev.rowtide.core.type.Schema;
import dev.rowtide.parser.statement.SqlFileReference;
import dev.rowtide.sql.catalog.Catalog;
import dev.rowtide.sql.catalog.CatalogTable;
import dev.rowtide.sql.catalog.ConnectorRegistry;
import dev.rowtide.sql.catalog.TypeFactory;
import java.nio.charset.UnsupportedCharsetException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.regex.Pattern;
import org.apache.calcite.config.NullCollation;
import org.apache.calcite.prepare.Prepare;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.AggregatingSelectScope;
import org.apache.calcite.sql.validate.SelectScope;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorImpl;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.util.DateString;
import org.apache.calcite.util.TimestampString;
import org.jspecify.annotations.Nullable;

/** Validates the queries and expressions of one statement. */
public final class QueryValidation {

    private static final String FILE_CONNECTOR = "filesystem";

    private static final Pattern IN_OCTOBER_1582 =
            Pattern.compile("1582-10-(?:0[5-9]|1[0-4])(?: (?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d{0,8}[1-9])?)?");
    private static final int DATE_LENGTH = "1582-10-10".length();
    private static final int FRACTION_START = "1582-10-10 00:00:00.".length();

    private final Catalog catalog;
    private final ConnectorRegistry connectors;
    private final TypeFactory factory;
    private final StatementCatalog names;
    private final FunctionTable functions;
    private final boolean refusesOrder;

    private final QuerySize size = new QuerySize();

    /**
     * For one statement.
     *
     * @param catalog what the session defined
     * @param connectors asked for the columns of files
     * @param factory makes the statement's types
     * @param expansion what the names in a validated query will be turned into
     * @param refusesOrder whether a result may have no order but that of event time
     */
    public QueryValidation(
            Catalog catalog,
            ConnectorRegistry connectors,
            TypeFactory factory,
            RelationExpansion expansion,
            boolean refusesOrder) {
        this.catalog = catalog;
        this.connectors = connectors;
        this.factory = factory;
        this.names = new StatementCatalog(catalog, factory, expansion);
        this.functions = new FunctionTable(catalog, factory);
        this.refusesOrder = refusesOrder;
    }

    /**
     * A validated query or expression.
     *
     * @param node the validated tree, names qualified and conversions explicit
     * @param type a row type, or an expression's type
     * @param validator remembers the types of all parts of the tree
     */
    public record Valid(SqlNode node, RelDataType type, SqlValidator validator) {}

    /**
     * Validates a query; the tree given is left as it is.
     *
     * @throws EngineException with its place if the query is wrong, or not supported
     */
    public Valid query(SqlNode query) {
        new RefuseUnsupported(catalog, refusesOrder).in(query);
        size.add(query);
        return validated(query, List.of(), Validator::validate, Set.of());
    }

    /**
     * Validates an expression over named columns, such as a computed column's.
     *
     * @param columns the types of the columns it may use
     * @throws EngineException with its place if it is wrong, or not supported
     */
    public Valid expression(SqlNode expression, Map<String, RelDataType> columns) {
        new RefuseUnsupported(catalog, refusesOrder).inScalar(expression);
        Map<String, RelDataType> ignoringCase = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        ignoringCase.putAll(columns);
        return validated(
                expression,
                List.copyOf(columns.keySet()),
                (validator, copy) -> validator.validateParameterizedExpression(copy, ignoringCase),
                Set.of());
    }

    /**
     * Validates a copy of {@code tree}.
     *
     * @param columns what an expression that stands alone may use
     * @param functions the names, besides those of the clock, that are functions without parentheses
     */
    private Valid validated(
            SqlNode tree,
            List<String> columns,
            BiFunction<Validator, SqlNode, SqlNode> validate,
            Set<String> functions) {
        SqlNode copy = CopyQuery.of(tree, this::addFile, this::eventTime);
        StateTtlHints.in(copy, catalog);
        InheritedWindows.in(copy);
        QualifyFields.in(copy, names::columns);
        Validator validator = new Validator(functions);
        try {
            SqlNode valid = validate.apply(validator, copy);
            return new Valid(valid, validator.getValidatedNodeType(valid), validator);
        } catch (CalciteContextException e) {
            String missing = ValidationErrors.missingColumn(e);
            if (missing != null && FunctionTable.hasNiladic(missing) && !functions.contains(missing)) {
                Set<String> more = new HashSet<>(functions);
                more.add(missing);
                return validated(tree, columns, validate, more);
            }
            throw ValidationErrors.translate(e, catalog, validator, copy, columns);
        } catch (UnsupportedCharsetException e) {
            throw new EngineException(
                            ErrorCode.INVALID_QUERY, "there is no character set \"" + e.getCharsetName() + "\"")
                    .withHint("Among those there are: " + String.join(", ", "UTF8", "UTF16", "LATIN1", "ASCII") + ".")
                    .causedBy(e);
        }
    }

    /** The type that was written. */
    RelDataType type(SqlDataTypeSpec written) {
        return written.deriveType(new Validator(Set.of()));
    }

    /** What Calcite's converter looks names up in. */
    public Prepare.CatalogReader names() {
        return names;
    }

    /** The column of event time of a table, or null. */
    private @Nullable String eventTime(String table) {
        return catalog.find(table) instanceof CatalogTable found && found.watermark() != null
                ? found.watermark().column()
                : null;
    }

    private void addFile(SqlFileReference file) {
        if (names.hasFile(file.path())) {
            return;
        }
        Table table = new Table(file.path(), Schema.of(), List.of(), FILE_CONNECTOR, Map.of("path", file.path()));
        try {
            Table inferred = connectors.find(FILE_CONNECTOR).inferColumns(table);
            if (inferred == null) {
                throw new EngineException(
                        ErrorCode.INVALID_QUERY, "the columns of '" + file.path() + "' can't be told from the file");
            }
            names.addFile(file.path(), CatalogTable.of(inferred));
        } catch (EngineException e) {
            throw e.line() > 0 ? e : Positions.at(file, e);
        }
    }

    /** Calcite's validator with our dialect. */
    private final class Validator extends SqlValidatorImpl {

        private final Set<String> niladic;

        Validator(Set<String> niladic) {
            super(
                    functions,
                    names,
                    factory,
                    Config.DEFAULT
                            .withConformance(Dialect.INSTANCE)
                            .withIdentifierExpansion(true)
                            .withDefaultNullCollation(NullCollation.LOW)
                            .withCallRewrite(false)
                            .withTypeCoercionEnabled(true)
                            .withTypeCoercionFactory(ImpliedConversions::new));
            this.niladic = niladic;
        }

        /** The functions are known afterwards, and not yet looked at. */
        @Override
        protected @Nullable SqlNode performUnconditionalRewrites(@Nullable SqlNode node, boolean underFrom) {
            SqlNode rewritten = super.performUnconditionalRewrites(node, underFrom);
            if (rewritten != null && rewritten.getKind() == SqlKind.OVER) {
                AggregateOver.resolve((SqlCall) rewritten);
            }
            return rewritten;
        }

        /**
         * Calcite reads dates by a calendar in which ten days of 1582 do not exist. They do in SQL's, which has one
         * rule for all years.
         */
        @Override
        public SqlLiteral resolveLiteral(SqlLiteral literal) {
            try {
                return super.resolveLiteral(literal);
            } catch (CalciteContextException e) {
                String text = literal.getTypeName() == SqlTypeName.UNKNOWN ? literal.getValueAs(String.class) : "";
                if (!IN_OCTOBER_1582.matcher(text).matches()) {
                    throw e;
                }
                return text.length() == DATE_LENGTH
                        ? SqlLiteral.createDate(new DateString(text), literal.getParserPosition())
                        : SqlLiteral.createTimestamp(
                                SqlTypeName.TIMESTAMP,
                                new TimestampString(text),
                                Math.max(0, text.length() - FRACTION_START),
                                literal.getParserPosition());
            }
        }

        /**
         * Makes the conversions in a HAVING explicit before it is compared with the groups, as theirs are by then: which expressions are equal is told from their
         * trees.
         */
        @Override
        protected void inferUnknownTypes(RelDataType inferred, SqlValidatorScope scope, SqlNode node) {
            super.inferUnknownTypes(inferred, scope, node);
            if (scope instanceof AggregatingSelectScope groups
                    && groups.getNode().getHaving() == node) {
                deriveType(scope, node);
            }
        }

        /** Names of the SELECT list in GROUP BY mean what they stand for before a column of a query around this one is thought of. */
        @Override
        protected void validateGroupClause(SqlSelect select) {
            SelectScope scope = getRawSelectScope(select);
            if (select.getGroup() != null && scope != null) {
                select.setGroupBy(GroupAliases.replaced(select, scope, names.nameMatcher()));
            }
            super.validateGroupClause(select);
        }

        /**
         * A name as a function without parentheses: those of the clock always, others of SQL's, such as PI or USER,
         * only when there is no such column. These are names like any other, and looking up every column's name among
         * all functions would make the libraries before the first query.
         */
        @Override
        public @Nullable SqlCall makeNullaryCall(SqlIdentifier name) {
            boolean function = name.isSimple()
                    && (niladic.contains(name.getSimple())
                            || StreamFunctions.find(name.getSimple(), SqlSyntax.FUNCTION_ID) != null);
            return function ? super.makeNullaryCall(name) : null;
        }
    }
}
