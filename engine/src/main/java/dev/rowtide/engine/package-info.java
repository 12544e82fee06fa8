// SPDX-License-Identifier: Apache-2.0
/**
 * The embeddable engine: {@link dev.rowtide.engine.Rowtide} is the way in. A statement goes from the session to the SQL front, its plan becomes a
 * {@link dev.rowtide.engine.Job}, and the job runs ticks in the thread of whoever reads its result. Clock and waiting are behind
 * {@link dev.rowtide.engine.EngineClock}. Imports no connector: they are found through {@link java.util.ServiceLoader}.
 */
@NullMarked
package dev.rowtide.engine;

import org.jspecify.annotations.NullMarked;
