// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql;

import dev.rowtide.sql.validate.FunctionTable;
import java.util.List;

/** The functions that every session has. */
public final class BuiltinFunctions {

    private BuiltinFunctions() {}

    /** Their names, in capitals, in alphabetical order. */
    public static List<String> names() {
        return List.copyOf(FunctionTable.builtInNames());
    }
}
