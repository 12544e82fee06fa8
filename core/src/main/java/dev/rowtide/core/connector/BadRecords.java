// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.connector;

import dev.rowtide.core.error.EngineException;

/**
 * Takes the records of a source that can't be read as rows, and the rows on which an expression fails: the job's policy decides whether it stops there
 * or counts the record as a dead letter.
 */
@FunctionalInterface
public interface BadRecords {

    /**
     * Reports a bad record.
     *
     * @param where the place for people: file and line, partition and offset
     * @param record the record as it came, cut to a few hundred characters
     * @param error what is wrong with it
     * @throws EngineException the error, if the policy is to fail
     */
    void accept(String where, String record, EngineException error);
}
