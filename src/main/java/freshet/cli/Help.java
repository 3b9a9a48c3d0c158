package freshet.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.TextTable;
import picocli.CommandLine.Model.CommandSpec;

/// What `--help` says, the same for all commands: descriptions as paragraphs of the width of the
/// window, and the list of commands by what people want to do, each with its first sentence.
final class Help {
  private static final Pattern SENTENCE = Pattern.compile("^(.+?[.])(\\s|$)", Pattern.DOTALL);

  /// Also of the manual page.
  static final Map<String, List<String>> GROUPS = new LinkedHashMap<>();

  static {
    GROUPS.put(
        "To read",
        List.of("serve", "demo", "import", "export", "search", "dictionary", "mcp", "spread"));
    GROUPS.put(
        "To look after it",
        List.of(
            "account",
            "backup",
            "restore",
            "health",
            "stats",
            "kept",
            "config",
            "reindex",
            "translations"));
    GROUPS.put("To use many machines", List.of("controller", "terminal", "web", "stream"));
    GROUPS.put("To find feeds and pages", List.of("discover", "crawl"));
    GROUPS.put(
        "To use its parts alone",
        List.of(
            "parse",
            "render",
            "extract",
            "robots",
            "normalize",
            "language",
            "dedupe",
            "topics",
            "simulate"));
    GROUPS.put("To know more", List.of("help", "manual", "completion"));
  }

  static final Map<String, String> EXIT_STATUS = new LinkedHashMap<>();

  static {
    EXIT_STATUS.put("0", "It is done.");
    EXIT_STATUS.put(
        "1", "What was given cannot be used, or it could not be done; a sentence says why.");
    EXIT_STATUS.put("2", "The command was not written as it must be.");
    EXIT_STATUS.put("3", "serve, demo, controller, terminal: memory ran out.");
    EXIT_STATUS.put("4", "serve, controller: another has taken over the database.");
  }

  private Help() {}

  static CommandLine style(CommandLine line) {
    style(line.getCommandSpec());
    line.setUsageHelpAutoWidth(true);
    if (line.getParent() == null) {
      line.getHelpSectionMap()
          .put(
              CommandLine.Model.UsageMessageSpec.SECTION_KEY_COMMAND_LIST,
              help -> list(help, line.getSubcommands()));
      line.getHelpSectionMap()
          .put(CommandLine.Model.UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING, _ -> "");
    }
    return line;
  }

  private static void style(CommandSpec spec) {
    boolean help = spec.userObject() instanceof CommandLine.HelpCommand;
    spec.usageMessage()
        .description(help ? "Shows this, or the help of a command." : description(spec));
    spec.subcommands().values().forEach(c -> style(c.getCommandSpec()));
  }

  /// One paragraph, however it is broken in the source.
  static String description(CommandSpec spec) {
    return String.join(" ", spec.usageMessage().description()).replaceAll("\\s+", " ").strip();
  }

  static String firstSentence(CommandSpec spec) {
    String all = description(spec);
    Matcher first = SENTENCE.matcher(all);
    return first.find() ? first.group(1) : all;
  }

  private static String list(CommandLine.Help help, Map<String, CommandLine> commands) {
    StringBuilder text = new StringBuilder();
    GROUPS.forEach((group, names) -> {
      List<String> here = new ArrayList<>(names);
      here.retainAll(commands.keySet());
      if (here.isEmpty()) return;
      TextTable table =
          TextTable.forColumns(
              help.colorScheme(),
              new CommandLine.Help.Column(14, 2, CommandLine.Help.Column.Overflow.SPAN),
              new CommandLine.Help.Column(
                  Math.max(40, help.commandSpec().usageMessage().width() - 14),
                  2,
                  CommandLine.Help.Column.Overflow.WRAP));
      for (String name : here) {
        CommandLine command = commands.get(name);
        if (command == null) continue;
        table.addRowValues(
            help.colorScheme().commandText(name),
            Ansi.AUTO.new Text(firstSentence(command.getCommandSpec()), help.colorScheme()));
      }
      text.append(System.lineSeparator()).append(group).append(":").append(System.lineSeparator());
      text.append(table);
    });
    return text.toString();
  }
}
