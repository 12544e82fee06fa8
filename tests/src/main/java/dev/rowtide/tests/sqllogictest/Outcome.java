// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.sqllogictest;

import dev.rowtide.core.error.EngineException;

/**
 * What became of a query.
 *
 * @param verdict pass or what kind of failure
 * @param shape what failures of one cause have in common: the message without the values in it
 * @param detail what happened, in full
 */
record Outcome(Verdict verdict, String shape, String detail) {

    private static final int SHAPE_MAX = 150;

    /** The kinds of outcome, the worst first. */
    enum Verdict {
        WRONG("wrong result"),
        BROKEN("exception that is a bug"),
        FAILED("error while it runs"),
        REFUSED("refused"),
        NOT_APPLICABLE("its tables need a statement that is not carried out"),
        EMPTY("passes in batch mode; a continuous aggregate without GROUP BY has no row while it has no input"),
        PASSED("passed");

        private final String text;

        Verdict(String text) {
            this.text = text;
        }

        String text() {
            return text;
        }
    }

    static Outcome passed() {
        return new Outcome(Verdict.PASSED, "", "");
    }

    static Outcome of(Verdict verdict, String detail) {
        return new Outcome(verdict, shape(detail), detail);
    }

    static Outcome wrong(String mode, String detail) {
        return new Outcome(Verdict.WRONG, mode, detail);
    }

    static Outcome of(Verdict verdict, EngineException error) {
        String detail = error.message() + (error.detail() == null ? "" : " / " + error.detail());
        return new Outcome(verdict, shape(error.message()), detail);
    }

    private static String shape(String message) {
        String shape = message.replaceAll("'[^']*'|\"[^\"]*\"", "…").replaceAll("\\b\\d[\\d.]*\\b", "N");
        return shape.length() > SHAPE_MAX ? shape.substring(0, SHAPE_MAX) + "…" : shape;
    }
}
