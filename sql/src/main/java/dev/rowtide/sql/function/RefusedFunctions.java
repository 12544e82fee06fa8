// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.function;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.sql.SqlOperator;

/** The functions that Calcite knows and a stream can't call, each with the reason. */
final class RefusedFunctions {

    private static final String CLOCK = "it would read a clock; the engine's time is that of the tick";
    private static final String SESSION = "a continuous query outlives the session that it asks about";
    private static final String RANDOM =
            "it gives another value each time, so that a row could not be taken back; RAND() repeats its values";
    private static final String SEQUENCE = "there are no sequences";
    private static final String OUTSIDE = "it runs a program that comes with its argument";
    private static final String FILES = "it can be made to read files";
    private static final String WINDOW = "a window in GROUP BY is no function of one row";
    private static final String MISSING = "it needs a library that is not part of this engine";
    private static final String WRONG = "Calcite's library gives a wrong result: it inserts numbers as text";

    private static final Map<String, String> REASONS = new TreeMap<>();

    static {
        refuse(
                CLOCK,
                "CURRENT_DATE",
                "CURRENT_DATETIME",
                "CURRENT_TIME",
                "CURRENT_TIMESTAMP",
                "GETDATE",
                "LOCALTIME",
                "LOCALTIMESTAMP",
                "SYSDATE",
                "SYSTIMESTAMP");
        refuse(
                SESSION,
                "CURRENT_CATALOG",
                "CURRENT_PATH",
                "CURRENT_ROLE",
                "CURRENT_SCHEMA",
                "CURRENT_USER",
                "SESSION_USER",
                "SYSTEM_USER",
                "USER");
        refuse(RANDOM, "RAND", "RANDOM", "RAND_INTEGER", "UUID", "GEN_RANDOM_UUID");
        refuse(SEQUENCE, "CURRENT_VALUE", "NEXT_VALUE");
        refuse(OUTSIDE, "XMLTRANSFORM");
        refuse(FILES, "EXTRACT(XML)", "EXISTSNODE", "EXTRACTVALUE");
        refuse(WINDOW, "$HOP", "$SESSION", "$TUMBLE", "HOP_END", "HOP_START", "SESSION_END", "SESSION_START");
        refuse(WINDOW, "TUMBLE_END", "TUMBLE_START");
        refuse(MISSING, "CONTAINS_SUBSTR");
        refuse(WRONG, "JSON_INSERT", "JSON_SET");
    }

    private RefusedFunctions() {}

    private static void refuse(String reason, String... names) {
        for (String name : names) {
            REASONS.put(name, reason);
        }
    }

    /** Their names, in capitals. */
    static Set<String> names() {
        return REASONS.keySet();
    }

    /**
     * Lets a call pass, or says why not.
     *
     * @throws EngineException {@code NOT_SUPPORTED} if its function is refused
     */
    static void check(RexCall call) {
        SqlOperator operator = call.getOperator();
        String reason = REASONS.get(operator.getName().toUpperCase(Locale.ROOT));
        if (reason == null && (operator.isDynamicFunction() || !operator.isDeterministic())) {
            reason = RANDOM;
        }
        if (reason != null) {
            throw notSupported(operator.getName().replace("$", ""), reason);
        }
    }

    static EngineException notSupported(String name, String reason) {
        return new EngineException(ErrorCode.NOT_SUPPORTED, name + " is not supported")
                .withDetail("Because " + reason + ".");
    }
}
