// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import org.junit.jupiter.api.Test;

class SettingsTest {

    private static EngineException refused(String sql) {
        return catchThrowableOfType(EngineException.class, () -> new Session().run(sql));
    }

    @Test
    void anUnknownSettingIsRefusedWithTheOneMeant() {
        EngineException error = refused("SET 'mini-batch.sise' = '5'");
        assertThat(error.code()).isEqualTo(ErrorCode.UNDEFINED_OBJECT);
        assertThat(error.message()).isEqualTo("setting \"mini-batch.sise\" does not exist");
        assertThat(error.hint()).startsWith("Did you mean \"mini-batch.size\"?");
    }

    @Test
    void anUnknownSettingLikeNoOtherIsRefused() {
        assertThat(refused("SET 'colour' = 'red'").hint()).isEqualTo("SET without a name lists all settings.");
    }

    @Test
    void aValueThatDoesNotFitIsRefused() {
        EngineException error = refused("SET 'pipeline.batch-rows' = '0'");
        assertThat(error.message()).isEqualTo("'0' is not a value of 'pipeline.batch-rows': not between 1 and 1048576");
    }

    @Test
    void aSettingOfAnotherEngineWithoutEffectHereSaysSo() {
        Result result = new Session().rowtide.execute("SET 'pipeline.name' = 'x'");
        assertThat(((Result.Message) result).text()).isEqualTo("'pipeline.name' has no effect: a job has no name here");
    }

    @Test
    void anAliasSetsTheSettingAndResetTakesItBack() {
        Session session = new Session();
        session.run("SET 'table.exec.mini-batch.size' = '5'");
        assertThat(session.run("SET")).anyMatch(row -> row.startsWith("[mini-batch.size, 5, "));
        session.run("RESET 'mini-batch.size'");
        assertThat(session.run("SET")).anyMatch(row -> row.startsWith("[mini-batch.size, , "));
    }
}
