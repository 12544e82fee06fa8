// SPDX-License-Identifier: Apache-2.0
/**
 * Errors for the person who reads them: a code, what is wrong, detail, hint and position.
 */
@NullMarked
package dev.rowtide.core.error;

import org.jspecify.annotations.NullMarked;
