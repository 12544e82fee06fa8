// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.catalog;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.error.SimilarNames;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The tables, views and functions of a session. Look-ups ignore case, names keep the case in which they were written.
 * Not thread-safe.
 */
public final class Catalog {

    private final Map<String, CatalogObject> objects = new LinkedHashMap<>();
    private final Map<String, CatalogFunction> functions = new LinkedHashMap<>();
    private final Map<String, CatalogAggregate> aggregates = new LinkedHashMap<>();
    /** By identity, what the text that runs now has defined. */
    private final Set<CatalogObject> ofThisText = Collections.newSetFromMap(new IdentityHashMap<>());

    /** Another SQL text begins: lines and columns in what was defined so far count in texts that are gone. */
    public void startText() {
        ofThisText.clear();
    }

    /** Whether places in the table's or view's definition count in the text that runs now. */
    public boolean isOfThisText(CatalogObject object) {
        return ofThisText.contains(object);
    }

    /** The table or view of that name, or null. */
    public @Nullable CatalogObject find(String name) {
        return objects.get(key(name));
    }

    /**
     * The table or view of that name.
     *
     * @throws EngineException {@code UNDEFINED_TABLE} if there is none
     */
    public CatalogObject get(String name) {
        CatalogObject object = find(name);
        if (object == null) {
            throw undefined(name);
        }
        return object;
    }

    /** Why {@code name} can't be found: for whoever looks a name up and knows where it stands. */
    public EngineException undefined(String name) {
        EngineException error =
                new EngineException(ErrorCode.UNDEFINED_TABLE, "table or view \"" + name + "\" does not exist");
        List<String> names = objects.values().stream().map(CatalogObject::name).toList();
        String hint = SimilarNames.didYouMean(name, names).orElse(null);
        if (hint == null && (name.indexOf('.') >= 0 || name.indexOf('/') >= 0)) {
            hint = "A file is read by its name in single quotes: FROM '" + name + "'.";
        }
        if (!names.isEmpty()) {
            error = error.withDetail("There are: " + String.join(", ", names));
        }
        return hint == null ? error : error.withHint(hint);
    }

    /**
     * Adds a table or view.
     *
     * @throws EngineException {@code DUPLICATE_OBJECT} if its name is taken
     */
    public void define(CatalogObject object) {
        CatalogObject existing = objects.putIfAbsent(key(object.name()), object);
        if (existing != null) {
            throw new EngineException(
                            ErrorCode.DUPLICATE_OBJECT,
                            (existing instanceof CatalogView ? "view \"" : "table \"") + existing.name()
                                    + "\" exists already")
                    .withHint("Write CREATE OR REPLACE to replace it, or IF NOT EXISTS to keep it.");
        }
        ofThisText.add(object);
    }

    /** Adds a table or view, in place of one of the same name if there is one. */
    public void replace(CatalogObject object) {
        objects.put(key(object.name()), object);
        ofThisText.add(object);
    }

    /** Removes a table or view; false if there is none of that name. */
    public boolean drop(String name) {
        return objects.remove(key(name)) != null;
    }

    /** The tables, in the order in which they were defined. */
    public List<CatalogTable> tables() {
        return instancesOf(CatalogTable.class, objects.values());
    }

    /** The views, in the order in which they were defined. */
    public List<CatalogView> views() {
        return instancesOf(CatalogView.class, objects.values());
    }

    /** The function of that name, or null. */
    public @Nullable CatalogFunction findFunction(String name) {
        return functions.get(key(name));
    }

    /** Adds a function, in place of one of the same name if there is one. It hides a built-in function of its name. */
    public void defineFunction(CatalogFunction function) {
        aggregates.remove(key(function.name()));
        functions.put(key(function.name()), function);
    }

    /** Whether the session has a function of that name, scalar or aggregate. */
    public boolean hasFunction(String name) {
        return findFunction(name) != null || findAggregate(name) != null;
    }

    /** Removes a function, scalar or aggregate; false if the session has none of that name. */
    public boolean dropFunction(String name) {
        return functions.remove(key(name)) != null | aggregates.remove(key(name)) != null;
    }

    /** The functions that were defined, in that order. */
    public List<CatalogFunction> functions() {
        return List.copyOf(functions.values());
    }

    /** The aggregate function of that name, or null. */
    public @Nullable CatalogAggregate findAggregate(String name) {
        return aggregates.get(key(name));
    }

    /** Adds an aggregate function, in place of one of the same name if there is one. It hides a built-in function of its name. */
    public void defineAggregate(CatalogAggregate function) {
        functions.remove(key(function.name()));
        aggregates.put(key(function.name()), function);
    }

    /** The aggregate functions that were defined, in that order. */
    public List<CatalogAggregate> aggregates() {
        return List.copyOf(aggregates.values());
    }

    private static <T extends CatalogObject> List<T> instancesOf(Class<T> kind, Collection<CatalogObject> objects) {
        List<T> instances = new ArrayList<>();
        for (CatalogObject object : objects) {
            if (kind.isInstance(object)) {
                instances.add(kind.cast(object));
            }
        }
        return instances;
    }

    private static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
