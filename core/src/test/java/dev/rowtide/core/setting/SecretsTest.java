// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.setting;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SecretsTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "password",
                "PASSWORD",
                "properties.ssl.key.password",
                "client-secret",
                "access_key",
                "aws.secret-access-key",
                "auth.token",
                "properties.sasl.jaas.config"
            })
    void valuesOfSecretOptionsAreNotShown(String option) {
        assertThat(Secrets.shown(option, "hunter2")).isEqualTo("******");
        assertThat(Secrets.inSql("WITH ('" + option + "' = 'hunter2', 'x' = 'y')"))
                .isEqualTo("WITH ('" + option + "' = '*******', 'x' = 'y')");
    }

    @ParameterizedTest
    @ValueSource(strings = {"path", "username", "fields.password.length", "fields.secret.kind", "table-name"})
    void valuesOfOthersAre(String option) {
        assertThat(Secrets.shown(option, "hunter2")).isEqualTo("hunter2");
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:postgresql://ann:hunter2@db/shop, jdbc:postgresql://ann:******@db/shop",
        "jdbc:postgresql://db/shop?user=ann&password=hunter2&ssl=true, jdbc:postgresql://db/shop?user=ann&password=******&ssl=true",
        "jdbc:sqlserver://db;user=ann;password=hunter2, jdbc:sqlserver://db;user=ann;password=******",
        "https://db/x?access_token=hunter2, https://db/x?access_token=******",
        "jdbc:postgresql://db:5432/shop, jdbc:postgresql://db:5432/shop"
    })
    void urlsAreShownWithoutTheirPasswords(String url, String shown) {
        assertThat(Secrets.shown("url", url)).isEqualTo(shown);
    }

    @Test
    void aLineKeepsItsLength() {
        String line = "  password = 'it''s', url = 'jdbc:x://a:b@c', 'n' = '1' -- password";

        assertThat(Secrets.inSql(line))
                .isEqualTo("  password = '*****', url = '**************', 'n' = '1' -- password");
    }
}
