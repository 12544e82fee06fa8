// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import static dev.rowtide.sql.translate.NamedFunctions.Arguments.BLANKS;
import static dev.rowtide.sql.translate.NamedFunctions.Arguments.DOUBLES;
import static dev.rowtide.sql.translate.NamedFunctions.Arguments.LIKE_RESULT;
import static dev.rowtide.sql.translate.NamedFunctions.Arguments.NUMBER_AND_DIGITS;
import static dev.rowtide.sql.translate.NamedFunctions.Arguments.TEXTS_AND_COUNTS;

import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.function.BuiltinFunction;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The functions that have a kernel and are told by their name, with what their arguments must be. */
final class NamedFunctions {

    /** How arguments are brought into the form that a kernel takes. */
    enum Arguments {
        /** All of the result's type. */
        LIKE_RESULT {
            @Override
            @Nullable
            List<Expression> prepare(List<Expression> arguments, Type result) {
                return arguments.stream()
                        .map(argument -> Conversions.to(argument, result))
                        .toList();
            }
        },
        /** All DOUBLE. */
        DOUBLES {
            @Override
            @Nullable
            List<Expression> prepare(List<Expression> arguments, Type result) {
                return arguments.stream()
                        .map(argument -> Conversions.to(argument, Type.DOUBLE))
                        .toList();
            }
        },
        /** A number of the result's kind, and perhaps a count of digits. */
        NUMBER_AND_DIGITS {
            @Override
            @Nullable
            List<Expression> prepare(List<Expression> arguments, Type result) {
                Type number = arguments.get(0).type();
                if (number.kind() != result.kind()) {
                    return null;
                }
                List<Expression> prepared = new ArrayList<>();
                prepared.add(arguments.get(0));
                for (Expression digits : arguments.subList(1, arguments.size())) {
                    prepared.add(Conversions.to(digits, Type.INTEGER));
                }
                return prepared;
            }
        },
        /** Texts as they are, and whole numbers as INTEGER. */
        TEXTS_AND_COUNTS {
            @Override
            @Nullable
            List<Expression> prepare(List<Expression> arguments, Type result) {
                List<Expression> prepared = new ArrayList<>();
                for (Expression argument : arguments) {
                    TypeKind kind = argument.type().kind();
                    if (kind.isText()) {
                        prepared.add(argument);
                    } else if (kind.isInteger()) {
                        prepared.add(Conversions.to(argument, Type.INTEGER));
                    } else {
                        return null;
                    }
                }
                return prepared;
            }
        },
        /** How many blanks, as REPEAT of one. */
        BLANKS {
            @Override
            @Nullable
            List<Expression> prepare(List<Expression> arguments, Type result) {
                return arguments.get(0).type().kind().isInteger()
                        ? List.of(Literals.text(" "), Conversions.to(arguments.get(0), Type.INTEGER))
                        : null;
            }
        };

        /** The arguments as the kernel takes them, or null if it does not take such arguments. */
        abstract @Nullable List<Expression> prepare(List<Expression> arguments, Type result);
    }

    /**
     * A function with a kernel.
     *
     * @param function the function
     * @param argumentsMax how many arguments its kernel takes
     * @param arguments what they must be
     */
    record Named(BuiltinFunction function, int argumentsMax, Arguments arguments) {}

    private static final int ANY = Integer.MAX_VALUE;
    private static final Map<String, Named> BY_NAME = new HashMap<>();

    static {
        add(BuiltinFunction.ABS, 1, LIKE_RESULT, "ABS");
        add(BuiltinFunction.SIGN, 1, LIKE_RESULT, "SIGN");
        add(BuiltinFunction.LEAST, ANY, LIKE_RESULT, "LEAST");
        add(BuiltinFunction.GREATEST, ANY, LIKE_RESULT, "GREATEST");
        add(BuiltinFunction.FLOOR, 1, NUMBER_AND_DIGITS, "FLOOR");
        add(BuiltinFunction.CEIL, 1, NUMBER_AND_DIGITS, "CEIL", "CEILING");
        add(BuiltinFunction.ROUND, 2, NUMBER_AND_DIGITS, "ROUND");
        add(BuiltinFunction.TRUNCATE, 2, NUMBER_AND_DIGITS, "TRUNCATE", "TRUNC");
        add(BuiltinFunction.SQRT, 1, DOUBLES, "SQRT");
        add(BuiltinFunction.POWER, 2, DOUBLES, "POWER", "POW");
        add(BuiltinFunction.EXP, 1, DOUBLES, "EXP");
        add(BuiltinFunction.LN, 1, DOUBLES, "LN");
        add(BuiltinFunction.LOG10, 1, DOUBLES, "LOG10");
        add(BuiltinFunction.UPPER, 1, TEXTS_AND_COUNTS, "UPPER");
        add(BuiltinFunction.LOWER, 1, TEXTS_AND_COUNTS, "LOWER");
        add(BuiltinFunction.CHAR_LENGTH, 1, TEXTS_AND_COUNTS, "CHAR_LENGTH", "CHARACTER_LENGTH", "LENGTH", "LEN");
        add(BuiltinFunction.OCTET_LENGTH, 1, TEXTS_AND_COUNTS, "OCTET_LENGTH");
        add(BuiltinFunction.SUBSTRING, 3, TEXTS_AND_COUNTS, "SUBSTRING");
        add(BuiltinFunction.CONCAT, ANY, TEXTS_AND_COUNTS, "CONCAT", "||");
        add(BuiltinFunction.POSITION, 2, TEXTS_AND_COUNTS, "POSITION");
        add(BuiltinFunction.REPLACE, 3, TEXTS_AND_COUNTS, "REPLACE");
        add(BuiltinFunction.STARTS_WITH, 2, TEXTS_AND_COUNTS, "STARTS_WITH", "STARTSWITH");
        add(BuiltinFunction.ENDS_WITH, 2, TEXTS_AND_COUNTS, "ENDS_WITH", "ENDSWITH");
        add(BuiltinFunction.LEFT, 2, TEXTS_AND_COUNTS, "LEFT");
        add(BuiltinFunction.RIGHT, 2, TEXTS_AND_COUNTS, "RIGHT");
        add(BuiltinFunction.REVERSE, 1, TEXTS_AND_COUNTS, "REVERSE");
        add(BuiltinFunction.REPEAT, 2, TEXTS_AND_COUNTS, "REPEAT");
        add(BuiltinFunction.REPEAT, 1, BLANKS, "SPACE");
        add(BuiltinFunction.LPAD, 3, TEXTS_AND_COUNTS, "LPAD");
        add(BuiltinFunction.RPAD, 3, TEXTS_AND_COUNTS, "RPAD");
        add(BuiltinFunction.LTRIM, 1, TEXTS_AND_COUNTS, "LTRIM");
        add(BuiltinFunction.RTRIM, 1, TEXTS_AND_COUNTS, "RTRIM");
        add(BuiltinFunction.SPLIT_PART, 3, TEXTS_AND_COUNTS, "SPLIT_PART");
        add(BuiltinFunction.LIKE, 3, TEXTS_AND_COUNTS, "LIKE");
        add(BuiltinFunction.ILIKE, 3, TEXTS_AND_COUNTS, "ILIKE");
        add(BuiltinFunction.REGEXP_LIKE, 2, TEXTS_AND_COUNTS, "REGEXP_LIKE", "REGEXP", "RLIKE", "REGEXP_CONTAINS");
        add(BuiltinFunction.REGEXP_EXTRACT, 3, TEXTS_AND_COUNTS, "REGEXP_EXTRACT");
    }

    private NamedFunctions() {}

    /** What has a kernel under that name, or null. */
    static @Nullable Named find(String name) {
        return BY_NAME.get(name);
    }

    /** Whether there is a kernel under that name for texts and counts, whose result is NULL where an argument is. */
    static boolean isOfTexts(String name) {
        Named named = find(name);
        return named != null && named.arguments() == TEXTS_AND_COUNTS;
    }

    private static void add(BuiltinFunction function, int argumentsMax, Arguments arguments, String... names) {
        for (String name : names) {
            BY_NAME.put(name, new Named(function, argumentsMax, arguments));
        }
    }
}
