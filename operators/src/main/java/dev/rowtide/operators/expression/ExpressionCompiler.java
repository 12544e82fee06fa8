// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.expression;

/** Makes kernels of expressions. */
public final class ExpressionCompiler {

    private ExpressionCompiler() {}
}
