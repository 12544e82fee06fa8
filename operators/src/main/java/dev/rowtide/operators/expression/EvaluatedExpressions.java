// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.expression;

import dev.rowtide.core.expression.Expression;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What has been evaluated for sure, and for all rows concerned, by the time that the expression which is compiled next is evaluated. Kernels are compiled in the order of their
 * evaluation; what is evaluated for some rows only, such as a branch of CASE, is compiled in a scope and forgotten at its end.
 *
 * <p>Equal expressions are one, also where a function is not deterministic: another call of it that is written has another number or body.
 */
final class EvaluatedExpressions {

    private final Map<Expression, SharedKernel> kernels = new HashMap<>();
    private final List<Expression> inOrder = new ArrayList<>();

    /** A kernel that takes over what was evaluated before, or null. */
    @Nullable
    Kernel find(Expression expression) {
        SharedKernel kernel = kernels.get(expression);
        return kernel == null ? null : kernel.reader();
    }

    /** Takes note of an expression's kernel; the one to use in its place. */
    Kernel add(Expression expression, Kernel kernel) {
        SharedKernel shared = new SharedKernel(kernel);
        kernels.put(expression, shared);
        inOrder.add(expression);
        return shared;
    }

    /** Compiles what may be evaluated for fewer rows than what comes after it. */
    <T> T scope(Supplier<T> compilation) {
        int before = inOrder.size();
        T compiled = compilation.get();
        while (inOrder.size() > before) {
            kernels.remove(inOrder.remove(inOrder.size() - 1));
        }
        return compiled;
    }
}
