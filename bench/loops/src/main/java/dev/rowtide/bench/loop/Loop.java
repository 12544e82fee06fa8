// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.loop;

import dev.rowtide.bench.child.TableDigest;
import org.jspecify.annotations.Nullable;

/** One query over input it was made with. */
interface Loop {

    /** An output with the columns of the query's result. */
    Output newOutput(@Nullable TableDigest digest);

    /** Runs the query from an empty state. What is in the output at the end is not delivered yet. */
    void run(Output output);
}
