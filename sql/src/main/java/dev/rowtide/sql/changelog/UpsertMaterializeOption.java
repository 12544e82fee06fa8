// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.changelog;

/** When an {@link dev.rowtide.core.plan.UpsertMaterialize} stands in front of a sink with a key. */
public enum UpsertMaterializeOption {
    /** Where no unique key of an updating result lies within the sink's key. */
    AUTO,
    /** Always. */
    FORCE,
    /** Never: the sink gets {@code -U} and {@code +U} of rows that share its key, in the order of the input. */
    NONE
}
