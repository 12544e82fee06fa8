// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.expression;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.ChangeText;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.Datum;
import dev.rowtide.core.expression.Call;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.Literal;
import dev.rowtide.core.function.BuiltinFunction;
import dev.rowtide.core.type.Type;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.testing.SchemaText;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** RAND and UUID: other values for other rows and calls, the same in a replay. */
class PositionHashTest {

    private static final Type TEXT = Type.STRING;

    @Test
    void uuidsAreOfVersionFourAndAllDifferent() {
        List<Object> first = values(BuiltinFunction.UUID, TEXT, 1, 0);
        List<Object> second = values(BuiltinFunction.UUID, TEXT, 1, 1);

        assertThat(first)
                .allSatisfy(value -> assertThat((String) value)
                        .matches("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"));
        assertThat(first).doesNotHaveDuplicates().doesNotContainAnyElementsOf(second);
        assertThat(values(BuiltinFunction.UUID, TEXT, 1, 0)).isEqualTo(first);
        assertThat(values(BuiltinFunction.UUID, TEXT, 2, 0)).doesNotContainAnyElementsOf(first);
    }

    @Test
    void seedOfACallGoesBeforeTheJobs() {
        List<Object> seeded = values(BuiltinFunction.RAND, Type.DOUBLE, 1, 0, 5);

        assertThat(values(BuiltinFunction.RAND, Type.DOUBLE, 2, 0, 5)).isEqualTo(seeded);
        assertThat(values(BuiltinFunction.RAND, Type.DOUBLE, 1, 0, 6)).doesNotContainAnyElementsOf(seeded);
        assertThat(seeded)
                .doesNotHaveDuplicates()
                .allSatisfy(value -> assertThat((Double) value).isBetween(0.0, 1.0));
    }

    private static List<Object> values(BuiltinFunction function, Type type, long jobSeed, long... arguments) {
        List<Expression> literals = new ArrayList<>();
        Arrays.stream(arguments).forEach(value -> literals.add(new Literal(value, Type.INTEGER)));
        Kernel kernel = ExpressionCompiler.compile(new Call(function, literals, type), ZoneOffset.UTC);
        ChangeBatch batch = ChangeText.parse("+I 1\n+I 1\n+I 1", SchemaText.parse("k INT"), 7);
        Column column = kernel.evaluate(batch, null, batch.size(), new Evaluation(new Tick(1, 0, jobSeed)));
        List<Object> values = new ArrayList<>();
        for (int row = 0; row < batch.size(); row++) {
            values.add(Datum.get(column, row, type));
        }
        return values;
    }
}
