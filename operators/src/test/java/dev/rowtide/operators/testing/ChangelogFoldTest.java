// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.batch.ChangeText;
import dev.rowtide.core.type.Schema;
import org.junit.jupiter.api.Test;

class ChangelogFoldTest {

    private static final Schema SCHEMA = SchemaText.parse("k STRING, v INT");

    @Test
    void withoutKeyRowsAreAMultiset() {
        ChangelogFold fold = ChangelogFold.ofRows(SCHEMA)
                .add(ChangeText.parse("+I b, 1\n+I a, 1\n+I a, 1\n-U b, 1\n+U b, 2\n-D a, 1", SCHEMA, 0));
        assertThat(fold.lines()).containsExactly("a, 1", "b, 2");
        assertThat(fold.violation()).isNull();
    }

    @Test
    void aRowTakenOutThatIsNotInIsTold() {
        ChangelogFold fold = ChangelogFold.ofRows(SCHEMA).add(ChangeText.parse("+I a, 1\n-D a, 2\n-D c, 1", SCHEMA, 5));
        assertThat(fold.violation()).isEqualTo("-D a, 2 at position 6 takes out a row that is not in");
        assertThat(fold.lines()).containsExactly("a, 1");
    }

    @Test
    void withAKeyTheLastRowOfAKeyCounts() {
        ChangelogFold fold = ChangelogFold.byKey(SCHEMA, 0)
                .add(ChangeText.parse("+I a, 1\n+U a, 2\n+I b, 1\n-D b, NULL\n+I NULL, 3", SCHEMA, 0));
        assertThat(fold.lines()).containsExactly("NULL, 3", "a, 2");
        assertThat(fold.violation()).isNull();
    }

    @Test
    void theEmptyKeyHasOneRow() {
        ChangelogFold fold = ChangelogFold.byKey(SCHEMA).add(ChangeText.parse("+I a, 1\n+U b, 2", SCHEMA, 0));
        assertThat(fold.lines()).containsExactly("b, 2");
    }
}
