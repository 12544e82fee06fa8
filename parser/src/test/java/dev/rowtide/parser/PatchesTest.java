// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.parser;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.parser.SqlParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Each patch of Calcite's template replaces one place that is there, and lets through what the name says. */
class PatchesTest {
    private static final Path PATCHES = Path.of("src/main/codegen/patches.xml");

    /** What parses because of a patch, by the patch's name. */
    private static final Map<String, List<String>> SHOWN_BY = Map.ofEntries(
            entry("words-as-names", List.of("SELECT user FROM t")),
            entry("value-is-a-name", List.of("SELECT SUM(value) FROM t")),
            entry("user-is-a-name", List.of("SELECT user, t.user FROM t")),
            entry("table-alias", List.of("SELECT a FROM t OFFSET 3", "SELECT a FROM t EMIT CHANGES")),
            entry("select-alias", List.of("SELECT 1 OFFSET 3", "SELECT x AS measure FROM t")),
            entry(
                    "emit-clause",
                    List.of(
                            "SELECT a FROM t GROUP BY a EMIT FINAL",
                            "SELECT a FROM t EMIT ON WINDOW CLOSE",
                            "SELECT a FROM t AS x EMIT STREAM AFTER DELAY INTERVAL '6' MINUTE AND AFTER WATERMARK",
                            "SELECT a FROM (SELECT a FROM t EMIT EVERY 10s WITH ALLOWED LATENESS INTERVAL '1 min' AND DISCARDING PANES)",
                            "SELECT a FROM t GROUP BY a ORDER BY a LIMIT 3 EMIT FINAL",
                            "INSERT INTO s SELECT a FROM t EMIT CHANGES",
                            "SELECT emit.a FROM t AS x JOIN u emit ON x.a = emit.a")),
            entry("window-name", List.of("SELECT SUM(a) OVER (ROWS 2 PRECEDING), SUM(a) OVER (PARTITION BY b) FROM t")),
            entry("interval-without-unit", List.of("SELECT INTERVAL '1 hour' FROM t", "SET a = INTERVAL '1 hour'")),
            entry(
                    "file-as-table",
                    List.of("SELECT * FROM 'file.csv'", "SELECT * FROM t JOIN 'file.csv' AS f ON t.a = f.a")),
            entry("fetch-with-ties", List.of("SELECT a FROM t ORDER BY a FETCH FIRST 3 ROWS WITH TIES")),
            entry("two-slashes", List.of()),
            entry(
                    "json-filter",
                    List.of(
                            "SELECT JSON_OBJECTAGG(a: b) FILTER (WHERE c) FROM t",
                            "SELECT JSON_ARRAYAGG(a ORDER BY b) FILTER (WHERE c) FROM t",
                            "SELECT JSON_OBJECTAGG(a: b) FILTER (WHERE c) OVER w FROM t WINDOW w AS (ORDER BY a)",
                            "SELECT JSON_ARRAYAGG(a ORDER BY b) OVER (PARTITION BY c) FROM t")),
            entry(
                    "order-in-call",
                    List.of(
                            "SELECT LISTAGG(DISTINCT a, ',' ORDER BY b DESC NULLS LAST, c) FILTER (WHERE d) FROM t",
                            "SELECT FIRST_VALUE(a ORDER BY b), COUNT(*), PI() FROM t")),
            entry("long-unicode-escapes", List.of("SELECT U&'\\+01F600'")));

    static Stream<String> names() throws Exception {
        return patches().keySet().stream();
    }

    @Test
    void allPatchesAreAppliedAndShown() throws Exception {
        List<String> applied =
                List.of(target("all").getAttribute("depends").trim().split("\\s*,\\s*"));
        assertThat(applied).containsExactlyElementsOf(patches().keySet());
        assertThat(SHOWN_BY).containsOnlyKeys(applied);
    }

    @ParameterizedTest
    @MethodSource("names")
    void replacesOnePlaceOfTheTemplate(String name) throws Exception {
        String template = template();
        for (String replaced : patches().getOrDefault(name, List.of())) {
            assertThat(template.split(Pattern.quote(replaced), -1)).as(replaced).hasSize(2);
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void letsThrough(String name) {
        for (String sql : SHOWN_BY.getOrDefault(name, List.of())) {
            assertThatCode(() -> ScriptParser.parseStatement(sql)).as(sql).doesNotThrowAnyException();
        }
    }

    @Test
    void unicodeEscapesHaveFourDigitsOrSix() {
        assertThat(((SqlLiteral) ScriptParser.parseExpression("U&'a\\+01F600\\00e9\\\\'")).getValueAs(String.class))
                .isEqualTo("a😀é\\");
        assertThat(((SqlLiteral) ScriptParser.parseExpression("U&'\\d83d\\de00'")).getValueAs(String.class))
                .isEqualTo("😀");
        assertThatThrownBy(() -> ScriptParser.parseExpression("U&'\\d83d'"))
                .hasMessage("half of a pair of surrogates is no character");
        assertThatThrownBy(() -> ScriptParser.parseExpression("U&'\\+1F600'"))
                .hasMessage("a Unicode escape has 4 hexadecimal digits, or a plus and 6");
        assertThatThrownBy(() -> ScriptParser.parseExpression("U&'\\+110000'"))
                .hasMessage("no character has the number 110000");
    }

    @Test
    void twoSlashesBeginNoComment() {
        assertThatThrownBy(() -> ScriptParser.parseStatement("SELECT 7 // 2")).isInstanceOf(ParseFailure.class);
    }

    @Test
    void wordsAsNamesCountAsQuoted() {
        assertThat(((SqlIdentifier) ScriptParser.parseExpression("user")).isComponentQuoted(0))
                .isTrue();
        assertThat(((SqlIdentifier) ScriptParser.parseExpression("user_id")).isComponentQuoted(0))
                .isFalse();
    }

    private static Map<String, List<String>> patches() throws Exception {
        Map<String, List<String>> patches = new LinkedHashMap<>();
        for (Element target : elements(document().getDocumentElement(), "target")) {
            List<String> replaced = new ArrayList<>();
            for (Element token : elements(target, "replacetoken")) {
                replaced.add(token.getTextContent());
            }
            if (!replaced.isEmpty()) {
                patches.put(target.getAttribute("name"), replaced);
            }
        }
        return patches;
    }

    private static Element target(String name) throws Exception {
        return elements(document().getDocumentElement(), "target").stream()
                .filter(target -> target.getAttribute("name").equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static Document document() throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(PATCHES.toFile());
    }

    private static List<Element> elements(Element parent, String name) {
        NodeList nodes = parent.getElementsByTagName(name);
        List<Element> elements = new ArrayList<>();
        for (int i = 0; i < nodes.getLength(); i++) {
            elements.add((Element) nodes.item(i));
        }
        return elements;
    }

    private static String template() throws IOException {
        try (InputStream template = SqlParser.class.getResourceAsStream("/codegen/templates/Parser.jj")) {
            return new String(template.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
