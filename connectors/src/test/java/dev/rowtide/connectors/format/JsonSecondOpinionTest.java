// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.format;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.Datum;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.ValueText;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random records, whole and damaged, are read as Jackson reads them: the same ones are refused, and the others have the same values. */
class JsonSecondOpinionTest {

    private static final int RECORDS = 20_000;
    private static final List<Field> FIELDS = List.of(
            new Field("s", Type.STRING),
            new Field("n", Type.BIGINT),
            new Field("d", Type.DOUBLE),
            new Field("b", Type.BOOLEAN),
            new Field("seven77", Type.BIGINT),
            new Field("a_name_of_sixteen", Type.timestamp(3)));
    private static final List<String> NAMES = FIELDS.stream().map(Field::name).toList();
    private static final String[] STRINGS = {
        "",
        "plain",
        "with \\\"quotes\\\"",
        "\\\\",
        "\\u0041\\u00e9\\u20ac",
        "\\ud83d\\ude00",
        "\\n\\t\\/",
        "é€😀",
        "0123456789abcdef",
        "{[,:]}",
        "seven77",
        "\\u00e9 and then some more to fill the words"
    };
    private static final String[] DAMAGE = {
        "\"", "\\", "{", "}", "[", "]", ",", ":", "0", "-", ".", "e", "u", "n", " ", "\t", "é", "x", "\u0001", "\\u",
        "tru"
    };

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void agree(long seed) {
        Random random = new Random(seed);
        JsonRecordDecoder decoder =
                new JsonRecordDecoder(FIELDS, NAMES, new DecodeOptions(ZoneOffset.UTC, EpochUnit.NONE, true, false));
        for (int i = 0; i < RECORDS; i++) {
            String record = record(random);
            if (random.nextInt(3) == 0) {
                record = damaged(record, random);
            }
            byte[] bytes = record.getBytes(UTF_8);
            if (bytes.length > 0 && random.nextInt(8) == 0) {
                bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            }
            assertThat(ours(decoder, bytes))
                    .as("seed %s, record %s", seed, new String(bytes, UTF_8))
                    .isEqualTo(jacksons(bytes));
        }
    }

    private static @Nullable List<@Nullable Object> ours(JsonRecordDecoder decoder, byte[] text) {
        byte[] block = Arrays.copyOf(text, text.length + 1 + RecordDecoder.SLACK);
        block[text.length] = '\n';
        decoder.begin(block, 1);
        try {
            decoder.decode(block, 0, text.length + 1);
        } catch (MalformedRecord e) {
            return null;
        }
        if (decoder.rows() == 0) {
            return null;
        }
        Column[] columns = decoder.build();
        List<@Nullable Object> values = new ArrayList<>();
        for (int i = 0; i < columns.length; i++) {
            values.add(Datum.get(columns[i], 0, FIELDS.get(i).type()));
        }
        return values;
    }

    /** The values of the record's fields; null if it is no JSON object, or a value is not of its field's type. */
    private static @Nullable List<@Nullable Object> jacksons(byte[] record) {
        @Nullable Object[] values = new Object[FIELDS.size()];
        boolean[] metExactly = new boolean[FIELDS.size()];
        try (JsonParser parser = new JsonFactory().createParser(record)) {
            UTF_8.newDecoder().decode(ByteBuffer.wrap(record)); // Jackson lets some bytes pass that are no UTF-8
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return null;
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                JsonToken token = parser.nextToken();
                int field = field(name);
                boolean exact = NAMES.contains(name);
                if (field < 0 || !exact && metExactly[field]) {
                    skip(parser);
                } else {
                    metExactly[field] = exact;
                    values[field] = token == JsonToken.VALUE_NULL ? null : value(parser, field);
                }
            }
            if (parser.nextToken() != null) {
                return null;
            }
        } catch (IOException | ArithmeticException | NumberFormatException | EngineException e) {
            return null;
        }
        return Arrays.asList(values);
    }

    private static int field(String name) {
        return IntStream.range(0, FIELDS.size())
                .filter(field -> NAMES.get(field).equalsIgnoreCase(name))
                .findFirst()
                .orElse(-1);
    }

    private static void skip(JsonParser parser) throws IOException {
        int depth = 0;
        do {
            JsonToken token = parser.currentToken();
            if (token == JsonToken.VALUE_STRING) {
                parser.getText();
            }
            depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
        } while (depth > 0 && parser.nextToken() != null);
    }

    private static Object value(JsonParser parser, int field) throws IOException {
        switch (field) {
            case 0:
                String text = parser.getText();
                if (!UTF_8.newEncoder().canEncode(text)) {
                    throw new IOException("half a surrogate pair");
                }
                return text;
            case 1, 4:
                BigDecimal number = parser.getDecimalValue();
                if ((long) number.precision() - number.scale() > 19 || number.scale() > 1_000) {
                    throw new IOException("far out of range");
                }
                return number.toBigIntegerExact().longValueExact();
            case 2:
                if (Double.isInfinite(parser.getDoubleValue())) {
                    throw new IOException("out of range");
                }
                return parser.getDoubleValue();
            case 3:
                return parser.getBooleanValue();
            default:
                if (parser.currentToken() != JsonToken.VALUE_STRING) {
                    throw new IOException("no text");
                }
                String cut = parser.getText().replaceFirst("(\\.[0-9]{9})[0-9]+$", "$1");
                return ValueText.parse(cut, FIELDS.get(field).type(), ZoneOffset.UTC);
        }
    }

    private static String record(Random random) {
        StringBuilder record = new StringBuilder("{");
        int fields = random.nextInt(6);
        for (int i = 0; i < fields; i++) {
            record.append(i == 0 ? "" : ",").append(" ".repeat(random.nextInt(2)));
            switch (random.nextInt(7)) {
                case 0 -> record.append("\"s\":").append(string(random));
                case 1 -> record.append("\"n\": ").append(random.nextLong() >> random.nextInt(64));
                case 2 -> record.append("\"d\" :").append(number(random));
                case 3 ->
                    record.append("\"b\":")
                            .append(random.nextBoolean() ? "true" : random.nextBoolean() ? "false" : "null");
                case 4 -> record.append("\"seven77\":").append(random.nextLong() >>> random.nextInt(64));
                case 5 -> record.append("\"a_name_of_sixteen\":").append(timestamp(random));
                default -> record.append("\"other\":").append(nested(random, 0));
            }
        }
        return record.append(" ".repeat(random.nextInt(2))).append('}').toString();
    }

    private static String string(Random random) {
        return "\"" + STRINGS[random.nextInt(STRINGS.length)] + STRINGS[random.nextInt(STRINGS.length)] + "\"";
    }

    private static String timestamp(Random random) {
        String second = String.format(
                "20%02d-%02d-%02d%s%02d:%02d:%02d",
                random.nextInt(30),
                random.nextInt(14),
                random.nextInt(33),
                random.nextBoolean() ? "T" : " ",
                random.nextInt(26),
                random.nextInt(62),
                random.nextInt(62));
        String fraction = Integer.toString(random.nextInt(1_000_000_000));
        return "\"" + second + (random.nextInt(3) == 0 ? "" : "." + fraction) + "\"";
    }

    private static String number(Random random) {
        return switch (random.nextInt(5)) {
            case 0 -> Double.toString(Double.longBitsToDouble(random.nextLong() & ~(1L << 62)));
            case 1 -> random.nextInt(1_000_000) + "." + random.nextInt(1_000_000);
            case 2 -> "-0." + (random.nextLong() >>> 1);
            case 3 -> random.nextInt(100) + "e" + random.nextInt(40);
            default -> Long.toString(random.nextLong());
        };
    }

    private static String nested(Random random, int depth) {
        if (depth > 3) {
            return "null";
        }
        return switch (random.nextInt(5)) {
            case 0 -> "[" + nested(random, depth + 1) + ", " + nested(random, depth + 1) + "]";
            case 1 -> "{\"a\":" + nested(random, depth + 1) + ",\"n\" : " + nested(random, depth + 1) + "}";
            case 2 -> string(random);
            case 3 -> number(random);
            default -> random.nextBoolean() ? "[]" : "{ }";
        };
    }

    private static String damaged(String record, Random random) {
        int at = random.nextInt(record.length());
        at = Character.isLowSurrogate(record.charAt(at)) ? at - 1 : at;
        int end = Math.min(record.length(), at + random.nextInt(3));
        end = end < record.length() && Character.isLowSurrogate(record.charAt(end)) ? end + 1 : end;
        String middle = random.nextBoolean() ? "" : DAMAGE[random.nextInt(DAMAGE.length)];
        return record.substring(0, at) + middle + record.substring(Math.max(at, end));
    }
}
