// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import java.time.ZoneId;

/**
 * What of the session's settings a translation depends on.
 *
 * @param zone the time zone
 * @param batch whether queries run once, over all of their input
 * @param followsFlink whether what Flink refuses is refused
 */
public record TranslateOptions(ZoneId zone, boolean batch, boolean followsFlink) {}
