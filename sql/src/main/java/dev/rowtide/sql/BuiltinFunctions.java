// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql;

import dev.rowtide.sql.validate.CallableFunctions;
import java.util.List;

/** The functions that every session has. */
public final class BuiltinFunctions {

    private BuiltinFunctions() {}

    /** The names of those that a query can call, in capitals, in alphabetical order. */
    public static List<String> names() {
        return List.copyOf(CallableFunctions.examples().keySet());
    }
}
