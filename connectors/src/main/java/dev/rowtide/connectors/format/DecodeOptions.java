// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.format;

import java.time.ZoneId;

/**
 * How values are read where a format leaves a choice.
 *
 * @param zone the time zone of a TIMESTAMP_LTZ that is written without offset
 * @param epochUnit what numbers in timestamp columns count
 * @param base64 whether binary strings are Base64, else hexadecimal
 * @param dayNumbers whether a number in a DATE column counts days since the epoch, else it is refused
 * @param failOnUnknownField whether a field that is no column of the table makes a record bad
 */
public record DecodeOptions(
        ZoneId zone, EpochUnit epochUnit, boolean base64, boolean dayNumbers, boolean failOnUnknownField) {}
