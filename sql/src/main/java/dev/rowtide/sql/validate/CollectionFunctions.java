// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.validate;

import static dev.rowtide.sql.validate.CollectionFunction.Shape.ARRAY;
import static dev.rowtide.sql.validate.CollectionFunction.Shape.BOOLEAN;
import static dev.rowtide.sql.validate.CollectionFunction.Shape.ELEMENT;
import static dev.rowtide.sql.validate.CollectionFunction.Shape.ENTRIES;
import static dev.rowtide.sql.validate.CollectionFunction.Shape.INTEGER;
import static dev.rowtide.sql.validate.CollectionFunction.Shape.KEY;
import static dev.rowtide.sql.validate.CollectionFunction.Shape.KEYS;
import static dev.rowtide.sql.validate.CollectionFunction.Shape.MAP;
import static dev.rowtide.sql.validate.CollectionFunction.Shape.MAP_OF_TEXTS;
import static dev.rowtide.sql.validate.CollectionFunction.Shape.SORTABLE;
import static dev.rowtide.sql.validate.CollectionFunction.Shape.SOUGHT;
import static dev.rowtide.sql.validate.CollectionFunction.Shape.TEXT;
import static dev.rowtide.sql.validate.CollectionFunction.Shape.TEXTS;
import static dev.rowtide.sql.validate.CollectionFunction.Shape.VALUES;

import dev.rowtide.sql.validate.CollectionFunction.Shape;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The functions of arrays and maps; where Flink and others of Calcite's libraries give one name different meanings, Flink's counts. */
final class CollectionFunctions {

    private static final Map<String, CollectionFunction> ALL = new TreeMap<>();

    static {
        add("ARRAY_APPEND", ARRAY, ARRAY, ELEMENT);
        add("ARRAY_COMPACT", ARRAY, ARRAY);
        addRepeated("ARRAY_CONCAT", ARRAY, ARRAY);
        add("ARRAY_CONTAINS", BOOLEAN, ARRAY, ELEMENT);
        add("ARRAY_DISTINCT", ARRAY, ARRAY);
        add("ARRAY_EXCEPT", ARRAY, ARRAY, ARRAY);
        add("ARRAY_INSERT", ARRAY, ARRAY, INTEGER, ELEMENT);
        add("ARRAY_INTERSECT", ARRAY, ARRAY, ARRAY);
        addOptional("ARRAY_JOIN", TEXT, 2, TEXTS, TEXT, TEXT);
        add("ARRAY_LENGTH", INTEGER, ARRAY);
        add("ARRAY_MAX", ELEMENT, SORTABLE);
        add("ARRAY_MIN", ELEMENT, SORTABLE);
        add("ARRAY_POSITION", INTEGER, ARRAY, SOUGHT);
        add("ARRAY_PREPEND", ARRAY, ARRAY, ELEMENT);
        add("ARRAY_REMOVE", ARRAY, ARRAY, ELEMENT);
        add("ARRAY_REPEAT", ARRAY, ELEMENT, INTEGER);
        add("ARRAY_REVERSE", ARRAY, ARRAY);
        add("ARRAY_SIZE", INTEGER, ARRAY);
        addOptional("ARRAY_SLICE", ARRAY, 2, ARRAY, INTEGER, INTEGER);
        addOptional("ARRAY_SORT", ARRAY, 1, SORTABLE, BOOLEAN, BOOLEAN);
        addOptional("ARRAY_TO_STRING", TEXT, 2, TEXTS, TEXT, TEXT);
        add("ARRAY_UNION", ARRAY, ARRAY, ARRAY);
        add("ARRAYS_OVERLAP", BOOLEAN, ARRAY, ARRAY);
        add("ELEMENT", ELEMENT, ARRAY);
        addRepeated("MAP_CONCAT", MAP, MAP);
        add("MAP_CONTAINS_KEY", BOOLEAN, MAP, KEY);
        add("MAP_ENTRIES", ENTRIES, MAP);
        add("MAP_FROM_ARRAYS", MAP, KEYS, VALUES);
        add("MAP_FROM_ENTRIES", MAP, ENTRIES);
        add("MAP_KEYS", KEYS, MAP);
        addRepeated("MAP_UNION", MAP, MAP);
        add("MAP_VALUES", VALUES, MAP);
        addOptional("SORT_ARRAY", ARRAY, 1, SORTABLE, BOOLEAN);
        addOptional("STR_TO_MAP", MAP_OF_TEXTS, 1, TEXT, TEXT, TEXT);
    }

    private CollectionFunctions() {}

    static @Nullable CollectionFunction find(String name) {
        return ALL.get(name.toUpperCase(Locale.ROOT));
    }

    static Collection<CollectionFunction> all() {
        return ALL.values();
    }

    private static void add(String name, Shape result, Shape... parameters) {
        addOptional(name, result, parameters.length, parameters);
    }

    private static void addOptional(String name, Shape result, int required, Shape... parameters) {
        ALL.put(name, CollectionFunction.of(name, result, required, false, parameters));
    }

    private static void addRepeated(String name, Shape result, Shape parameter) {
        ALL.put(name, CollectionFunction.of(name, result, 1, true, parameter));
    }
}
