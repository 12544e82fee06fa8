// SPDX-License-Identifier: Apache-2.0
/**
 * Tables of databases that have a JDBC driver: asked for the rows of a key, or read whole. The driver is the user's, on the class path; nothing here knows a particular
 * database, but for what its driver tells of it.
 */
@NullMarked
package dev.rowtide.connectors.jdbc;

import org.jspecify.annotations.NullMarked;
