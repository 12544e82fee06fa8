// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine;

import dev.rowtide.core.connector.Connector;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.sql.catalog.ConnectorRegistry;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/** The connectors of a session: those given to it, then those on the class path, which are looked at only as far as it takes to find a name. */
final class Connectors implements ConnectorRegistry {

    private final Map<String, Connector> byName = new LinkedHashMap<>();
    private @Nullable Iterator<Connector> unseen;

    Connectors(List<Connector> given) {
        given.forEach(this::add);
    }

    @Override
    public Connector find(String name) {
        String wanted = name.toLowerCase(Locale.ROOT);
        if (unseen == null) {
            unseen = ServiceLoader.load(Connector.class).iterator();
        }
        while (!byName.containsKey(wanted) && unseen.hasNext()) {
            add(unseen.next());
        }
        Connector found = byName.get(wanted);
        if (found == null) {
            throw new EngineException(ErrorCode.INVALID_OPTION, "connector \"" + name + "\" does not exist")
                    .withDetail("There are: " + String.join(", ", byName.keySet()) + ".")
                    .withHint("Check the connector option; a connector of your own must be on the class path.");
        }
        return found;
    }

    private void add(Connector connector) {
        byName.putIfAbsent(connector.name().toLowerCase(Locale.ROOT), connector);
    }
}
