// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import org.junit.jupiter.api.Test;

class SchemaTextTest {

    @Test
    void readsNamesTypesAndNullability() {
        Schema schema = SchemaText.parse("k STRING NOT NULL, a decimal(10, 2), t TIMESTAMP(6), d DOUBLE");
        assertThat(schema.names()).containsExactly("k", "a", "t", "d");
        assertThat(schema.types())
                .containsExactly(Type.STRING.withNullable(false), Type.decimal(10, 2), Type.timestamp(6), Type.DOUBLE);
    }

    @Test
    void noTextIsNoColumn() {
        assertThat(SchemaText.parse("").size()).isZero();
    }

    @Test
    void refusesWhatIsNoType() {
        assertThatThrownBy(() -> SchemaText.parse("a NUMBERISH")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> SchemaText.parse("a")).isInstanceOf(IllegalArgumentException.class);
    }
}
