// SPDX-License-Identifier: Apache-2.0
/** The {@code blackhole} connector: a sink that counts what it is given and keeps nothing, for measuring and trying out. */
@NullMarked
package dev.rowtide.connectors.blackhole;

import org.jspecify.annotations.NullMarked;
