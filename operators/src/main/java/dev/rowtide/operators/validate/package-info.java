// SPDX-License-Identifier: Apache-2.0
/** Checks of a changelog on its way, for those who don't trust it and pay with state. Nothing else depends on them. */
@NullMarked
package dev.rowtide.operators.validate;

import org.jspecify.annotations.NullMarked;
