// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.RowFailure;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class OperatorHarnessTest {

    private static final String SCENARIO = """
            +I 1
            +I 100
            +I 1
            -- tick
            +I 2
            -D 1
            -U 100
            +U 2
            -- tick
            -D 1
            +I 1
            +I 1
            """;

    private static OperatorHarness harness(Function<OperatorSettings, Operator> maker) {
        return OperatorHarness.of(maker).input("k BIGINT", SCENARIO).output(CountingOperator.OUTPUT);
    }

    @Test
    void aGoodOperatorPasses() {
        harness(CountingOperator::new).expect("""
                0: +I 1, 1
                1: +I 100, 1
                2: -U 1, 1
                2: +U 1, 2
                3: +I 2, 1
                4: -U 1, 2
                4: +U 1, 1
                5: -D 100, 1
                5: -U 2, 1
                5: +U 2, 2
                6: -D 1, 1
                7: +I 1, 1
                8: -U 1, 1
                8: +U 1, 2
                """).expectConsolidated("""
                +I 1, 2
                +I 100, 1
                -- tick
                -U 1, 2
                +U 1, 1
                +I 2, 2
                -D 100, 1
                -- tick
                -U 1, 1
                +U 1, 2
                """);
        assertThat(harness(CountingOperator::new).table()).containsExactly("1, 2", "2, 2");
    }

    @Test
    void anotherChangelogIsShownAtItsFirstDifference() {
        assertThatThrownBy(() -> harness(CountingOperator::new).expect("""
                +I 1, 1
                +I 100, 1
                -U 1, 1
                +U 1, 3
                """))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("""
                first difference at line 4:
                             +I 1, 1
                             +I 100, 1
                             -U 1, 1
                  expected   +U 1, 3
                  but was    +U 1, 2
                """);
    }

    @Test
    void findsStateThatIsNotInTheSnapshot() {
        refuses("restored at each tick", settings -> new CountingOperator(settings) {
            @Override
            public void snapshot(int first, int last, StateWriter writer) {
                writer.writeLong(-1);
            }
        });
    }

    @Test
    void findsASnapshotThatForgetsPartitions() {
        refuses("each position a tick, restored in between", settings -> new CountingOperator(settings) {
            @Override
            public void snapshot(int first, int last, StateWriter writer) {
                super.snapshot(first, first == 0 ? last : last - 28, writer);
            }
        });
    }

    @Test
    void findsARestoreThatDropsEarlierPartitions() {
        refuses("restored", settings -> new CountingOperator(settings) {
            @Override
            public void restore(StateReader reader) {
                counts.clear();
                super.restore(reader);
            }
        });
    }

    @Test
    void findsALogThatDependsOnTheCut() {
        refuses("position by position against whole", settings -> new CountingOperator(settings) {
            private boolean first = true;

            @Override
            public void receive(int input, ChangeBatch batch, Tick tick, Output output) {
                super.receive(input, batch, tick, output);
                if (first && everyChange) {
                    change(7, 0, batch.size(), batch.position(batch.row(batch.size() - 1)));
                    first = false;
                    emit(output);
                }
            }
        });
    }

    @Test
    void findsAReaderOfRowsThatAreNotSelected() {
        refuses("with selections", settings -> new CountingOperator(settings) {
            @Override
            public void receive(int input, ChangeBatch batch, Tick tick, Output output) {
                int[] all = new int[batch.rows()];
                for (int row = 0; row < all.length; row++) {
                    all[row] = row;
                }
                super.receive(input, batch.withSelection(all, all.length), tick, output);
            }
        });
    }

    @Test
    void findsABatchThatIsWrittenAfterItWasEmitted() {
        long[] shared = new long[64];
        refuses("changed afterwards", settings -> new CountingOperator(settings) {
            @Override
            public void receive(int input, ChangeBatch batch, Tick tick, Output output) {
                super.receive(input, batch, tick, emitted -> {
                    for (int row = 0; row < emitted.rows(); row++) {
                        shared[row] = emitted.longs(1).values()[row];
                    }
                    output.emit(emitted.withColumns(new Column[] {emitted.column(0), new LongColumn(shared, null)}));
                });
            }
        });
    }

    @Test
    void findsAWrittenInput() {
        refuses("changed the batch that it received", settings -> new CountingOperator(settings) {
            @Override
            public void receive(int input, ChangeBatch batch, Tick tick, Output output) {
                super.receive(input, batch, tick, output);
                batch.longs(0).values()[batch.size() == 0 ? 0 : batch.row(0)]++;
            }
        });
    }

    @Test
    void findsFallingPositions() {
        refuses("has position 0 after position 1", settings -> new CountingOperator(settings) {
            @Override
            void row(byte kind, long key, long count, long position) {
                super.row(kind, key, count, key == 1 ? 0 : position);
            }
        });
    }

    @Test
    void findsChangesThatComeTooLate() {
        refuses("were to be out before", settings -> new CountingOperator(settings) {
            @Override
            void emit(Output output) {
                if (builder.rows() > 3) {
                    super.emit(output);
                }
            }
        });
    }

    @Test
    void findsARetractionOfARowThatIsNotIn() {
        refuses("-U 1, 2 at position 2 takes out a row that is not in", settings -> new CountingOperator(settings) {
            @Override
            void row(byte kind, long key, long count, long position) {
                super.row(kind, key, kind == RowKind.MINUS_U ? count + 1 : count, position);
            }
        });
    }

    @Test
    void findsALoneHalfOfAnUpdate() {
        refuses("2: +U 1, 2 does not follow its -U", settings -> new CountingOperator(settings) {
            @Override
            void row(byte kind, long key, long count, long position) {
                super.row(kind == RowKind.MINUS_U ? RowKind.MINUS_D : kind, key, count, position);
            }
        });
    }

    @Test
    void findsAConsolidatedLogOfAnotherTable() {
        refuses("the table of the consolidated log after tick 2", settings -> new CountingOperator(settings) {
            @Override
            void change(long key, long before, long after, long position) {
                if (everyChange || key != 100 || after > 0) {
                    super.change(key, before, after, position);
                }
            }
        });
    }

    @Test
    void aFailingRowEndsTheScenario() {
        harness(settings -> new CountingOperator(settings) {
                    @Override
                    void change(long key, long before, long after, long position) {
                        super.change(key, before, after, position);
                        if (key == 2) {
                            builder.abandonRow();
                            throw new RowFailure(
                                    position, new EngineException(ErrorCode.DIVISION_BY_ZERO, "division by zero"));
                        }
                    }

                    @Override
                    public void receive(int input, ChangeBatch batch, Tick tick, Output output) {
                        try {
                            super.receive(input, batch, tick, output);
                        } catch (RowFailure failure) {
                            emitBelow(failure.position(), output);
                            throw failure;
                        }
                    }

                    private void emitBelow(long position, Output output) {
                        super.emit(batch -> {
                            int[] kept = new int[batch.size()];
                            int size = 0;
                            for (int row = 0; row < batch.size(); row++) {
                                if (batch.position(row) < position) {
                                    kept[size++] = row;
                                }
                            }
                            output.emit(batch.withSelection(kept, size));
                        });
                    }
                })
                .expect("""
                        +I 1, 1
                        +I 100, 1
                        -U 1, 1
                        +U 1, 2
                        -- fails at 3: DIVISION_BY_ZERO
                        """);
    }

    private static void refuses(String message, Function<OperatorSettings, Operator> maker) {
        assertThatThrownBy(() -> harness(maker).run())
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(message);
    }
}
