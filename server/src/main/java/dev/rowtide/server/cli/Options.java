// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.server.cli;

import dev.rowtide.connectors.print.ResultFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/**
 * The command line, parsed. Declared in code and not by annotations, which would cost reflection at every start.
 *
 * @param file the script to run, or null
 * @param command the text of {@code -c}, or null
 * @param format how results are printed
 * @param finalOnly whether only the final table of a query is printed
 * @param batch whether scripts run in batch mode
 * @param settings settings from {@code --set}
 * @param output text to print instead of running anything (help, version), or null
 * @param usageError what is wrong with the command line, or null
 */
record Options(
        @Nullable String file,
        @Nullable String command,
        ResultFormat format,
        boolean finalOnly,
        boolean batch,
        Map<String, String> settings,
        @Nullable String output,
        @Nullable String usageError) {

    private static final String VERSION = "Rowtide 0.1.0";

    static Options parse(String[] arguments) {
        CommandLine commandLine = new CommandLine(spec());
        commandLine.setCaseInsensitiveEnumValuesAllowed(true);
        try {
            ParseResult parsed = commandLine.parseArgs(arguments);
            if (parsed.isUsageHelpRequested()) {
                return text(commandLine.getUsageMessage());
            } else if (parsed.isVersionHelpRequested()) {
                return text(VERSION + "\n");
            }
            if (parsed.matchedPositionalValue(0, List.of()).equals(List.of("help"))) {
                return text(commandLine.getUsageMessage());
            }
            return of(parsed);
        } catch (CommandLine.ParameterException e) {
            String format = e.getValue();
            if (format != null && format.toLowerCase(Locale.ROOT).endsWith(".sql")) {
                return failure("-f is the format of results; a script is run by: rowtide run " + format);
            }
            return failure(String.valueOf(e.getMessage())
                    .replace("option option", "option")
                    .replace("KEY=VALUE format but was ", "the form NAME=VALUE, not "));
        }
    }

    private static CommandSpec spec() {
        CommandSpec spec = CommandSpec.create().name("rowtide");
        spec.usageMessage()
                .description("Runs SQL over tables that change; answers correct themselves.")
                .customSynopsis(
                        "rowtide [options] run FILE      run a script",
                        "       rowtide [options] -c SQL      run SQL",
                        "       rowtide [options]             read SQL from standard input; a shell on a terminal");
        spec.addPositional(PositionalParamSpec.builder()
                .arity("0..2")
                .type(List.class)
                .auxiliaryTypes(String.class)
                .hidden(true)
                .build());
        spec.addOption(OptionSpec.builder("-c", "--command")
                .type(String.class)
                .paramLabel("SQL")
                .description("Run SQL and exit.")
                .build());
        spec.addOption(OptionSpec.builder("-f", "--format")
                .type(ResultFormat.class)
                .paramLabel("FORMAT")
                .description("Print results as table (default), json, csv or debezium.")
                .build());
        spec.addOption(OptionSpec.builder("--final")
                .type(boolean.class)
                .description("Print only the table that a query ends with; INSERT writes what it always does.")
                .build());
        spec.addOption(OptionSpec.builder("--batch")
                .type(boolean.class)
                .description("Run in batch mode: final rows only, as SET 'execution.runtime-mode' = 'batch' does.")
                .build());
        spec.addOption(OptionSpec.builder("--set")
                .type(Map.class)
                .auxiliaryTypes(String.class, String.class)
                .paramLabel("NAME=VALUE")
                .description("Set a setting before the script; may be repeated.")
                .build());
        spec.addOption(OptionSpec.builder("-h", "--help")
                .type(boolean.class)
                .usageHelp(true)
                .description("Show this help.")
                .build());
        spec.addOption(OptionSpec.builder("-V", "--version")
                .type(boolean.class)
                .versionHelp(true)
                .description("Show the version.")
                .build());
        return spec;
    }

    private static Options of(ParseResult parsed) {
        List<String> positionals = parsed.matchedPositionalValue(0, List.of());
        String command = parsed.matchedOptionValue("-c", null);
        String file = null;
        if (!positionals.isEmpty()) {
            if (!positionals.get(0).equals("run")) {
                return failure("there is no command '" + positionals.get(0) + "'; did you mean: rowtide run "
                        + positionals.get(0) + "?");
            } else if (positionals.size() > 2) {
                return failure("one script is run at a time; what is '" + positionals.get(2) + "'?");
            } else if (positionals.size() < 2 && command == null) {
                return failure("which script? Give its name: rowtide run FILE");
            } else if (positionals.size() == 2 && command != null) {
                return failure("give either a script or -c, not both");
            }
            file = positionals.size() == 2 ? positionals.get(1) : null;
        }
        return new Options(
                file,
                command,
                parsed.matchedOptionValue("-f", ResultFormat.TABLE),
                parsed.hasMatchedOption("--final"),
                parsed.hasMatchedOption("--batch"),
                parsed.matchedOptionValue("--set", Map.of()),
                null,
                null);
    }

    private static Options text(String output) {
        return new Options(null, null, ResultFormat.TABLE, false, false, Map.of(), output, null);
    }

    private static Options failure(String message) {
        return new Options(null, null, ResultFormat.TABLE, false, false, Map.of(), null, message);
    }
}
