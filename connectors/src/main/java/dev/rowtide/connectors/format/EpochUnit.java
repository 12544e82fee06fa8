// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.format;

/** What a number in a timestamp column counts since 1970-01-01T00:00:00Z. */
public enum EpochUnit {
    /** Numbers are no timestamps. */
    NONE(1),
    SECONDS(1),
    MILLIS(1_000),
    MICROS(1_000_000),
    NANOS(1_000_000_000);

    private final long perSecond;

    EpochUnit(long perSecond) {
        this.perSecond = perSecond;
    }

    long perSecond() {
        return perSecond;
    }
}
