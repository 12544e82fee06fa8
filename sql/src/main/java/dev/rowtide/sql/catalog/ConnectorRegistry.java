// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.catalog;

import dev.rowtide.core.connector.Connector;

/** Finds connectors by name. The engine has one over the service loader, tests have their own. */
@FunctionalInterface
public interface ConnectorRegistry {

    /**
     * The connector of that name.
     *
     * @throws dev.rowtide.core.error.EngineException {@code INVALID_OPTION} if there is none, with those that there are
     */
    Connector find(String name);
}
