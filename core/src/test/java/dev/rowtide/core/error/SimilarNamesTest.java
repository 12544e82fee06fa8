// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SimilarNamesTest {

    private static final List<String> COLUMNS = List.of("id", "amount", "user_id", "ts");

    @Test
    void swappedMissingAndWrongLettersAreMended() {
        assertThat(SimilarNames.nearest("amuont", COLUMNS)).contains("amount");
        assertThat(SimilarNames.nearest("userid", COLUMNS)).contains("user_id");
        assertThat(SimilarNames.nearest("AMOUNTS", COLUMNS)).contains("amount");
        assertThat(SimilarNames.nearest("tz", COLUMNS)).contains("ts");
    }

    @Test
    void whatIsTooFarIsNotGuessed() {
        assertThat(SimilarNames.nearest("price", COLUMNS)).isEmpty();
        assertThat(SimilarNames.nearest("xy", COLUMNS)).isEmpty();
    }
}
