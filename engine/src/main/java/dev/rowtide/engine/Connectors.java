// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine;

import dev.rowtide.core.connector.Connector;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.sql.catalog.ConnectorRegistry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceLoader;

/** The connectors of a session: those given to it, then those on the class path. */
final class Connectors implements ConnectorRegistry {

    private final Map<String, Connector> byName = new LinkedHashMap<>();
    private boolean searched;

    Connectors(List<Connector> given) {
        given.forEach(this::add);
    }

    private void add(Connector connector) {
        byName.putIfAbsent(connector.name().toLowerCase(Locale.ROOT), connector);
    }

    @Override
    public Connector find(String name) {
        Connector known = byName.get(name.toLowerCase(Locale.ROOT));
        if (known == null && !searched) {
            searched = true;
            ServiceLoader.load(Connector.class).forEach(this::add);
            known = byName.get(name.toLowerCase(Locale.ROOT));
        }
        if (known == null) {
            throw new EngineException(ErrorCode.INVALID_OPTION, "connector \"" + name + "\" does not exist")
                    .withDetail("There are: " + String.join(", ", byName.keySet()) + ".")
                    .withHint("Check the connector option; a connector of your own must be on the class path.");
        }
        return known;
    }
}
