// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.expression;

import dev.rowtide.core.type.Type;

/** A scalar expression over the columns of one input. Immutable; equal when built of equal parts. */
public sealed interface Expression permits InputRef, Literal, Call, ScalarCall {

    /** The type of its values. */
    Type type();
}
