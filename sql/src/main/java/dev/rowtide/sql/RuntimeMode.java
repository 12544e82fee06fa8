// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql;

/** Whether a query is kept correct as its input comes, or answered once at the end of it. */
public enum RuntimeMode {
    STREAMING,
    BATCH
}
