// SPDX-License-Identifier: Apache-2.0
/**
 * The benchmark's queries, as the one text that every SQL engine is given. They read a table or view {@code bid
 * (auction, bidder, price, channel, url, date_time, extra)} or a table {@code clicks (user_id)}; how these come about is
 * the engine's affair.
 */
@NullMarked
package dev.rowtide.bench.query;

import org.jspecify.annotations.NullMarked;
