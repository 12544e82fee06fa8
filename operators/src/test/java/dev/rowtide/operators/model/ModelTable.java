// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A result that is computed from scratch, over an input that changes. */
public interface ModelTable {

    void insert(List<@Nullable Comparable<?>> row);

    void delete(List<@Nullable Comparable<?>> row);

    void update(List<@Nullable Comparable<?>> before, List<@Nullable Comparable<?>> after);

    /** The rows of the result, sorted as text. */
    List<String> table();
}
