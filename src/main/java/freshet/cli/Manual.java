package freshet.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/// The manual page and what shells complete, made from what `--help` says.
final class Manual {
  private final CommandLine line;

  /// @param line with all commands
  Manual(CommandLine line) {
    this.line = line;
  }

  /// A command with the words that call it.
  private record Called(String words, CommandSpec spec) {}

  private static String description(ArgSpec arg) {
    String text = String.join(" ", arg.description()).replaceAll("\\s+", " ").strip();
    String value = arg.defaultValue() == null ? "" : arg.defaultValue();
    return text.replace("${DEFAULT-VALUE}", value).replace("%n", " ").replace("%%", "%");
  }

  private List<Called> all() {
    List<Called> all = new ArrayList<>();
    Map<String, CommandLine> commands = line.getSubcommands();
    Help.GROUPS.values().stream()
        .flatMap(List::stream)
        .forEach(name -> {
          CommandLine command = commands.get(name);
          if (command == null) return;
          all.add(new Called(name, command.getCommandSpec()));
          command
              .getSubcommands()
              .forEach((sub, c) -> all.add(new Called(name + " " + sub, c.getCommandSpec())));
        });
    return all;
  }

  private static List<OptionSpec> options(CommandSpec spec) {
    return spec.options().stream().filter(o -> !o.hidden()).toList();
  }

  /// For `man`, section 1.
  String page() {
    StringBuilder s = new StringBuilder();
    s.append(".TH FRESHET 1 \"\" \"freshet ").append(Version.number()).append("\"\n");
    s.append(".SH NAME\nfreshet \\- watches what the world publishes\n");
    s.append(".SH SYNOPSIS\n.B freshet\n.I COMMAND\n[\\fIOPTION\\fR ...]\n");
    s.append(".SH DESCRIPTION\n");
    s.append(
        roff("Finds, polls, reads, deduplicates and shows feeds. Start it with 'freshet serve'"));
    s.append(roff(" and open the address it prints.")).append('\n');
    s.append(".SH COMMANDS\n");
    for (Called c : all()) {
      s.append(".SS \"freshet ").append(c.words).append("\"\n");
      s.append(roff(Help.description(c.spec))).append('\n');
      for (PositionalParamSpec p : c.spec.positionalParameters()) {
        if (p.hidden()) continue;
        s.append(".TP\n\\fI").append(roff(p.paramLabel())).append("\\fR\n");
        s.append(roff(description(p))).append('\n');
      }
      for (OptionSpec o : options(c.spec)) {
        s.append(".TP\n\\fB").append(roff(String.join(", ", o.names()))).append("\\fR");
        if (o.arity().max() > 0) s.append("=\\fI").append(roff(o.paramLabel())).append("\\fR");
        s.append('\n').append(roff(description(o))).append('\n');
      }
    }
    s.append(".SH SETTINGS\n");
    s.append(roff("In freshet.properties, in the environment, or with --set NAME=VALUE."))
        .append('\n');
    for (Setting setting : Setting.values()) {
      s.append(".TP\n\\fB")
          .append(roff(setting.key))
          .append("\\fR (")
          .append(roff(setting.environmentVariable()))
          .append(")\n");
      s.append(roff(setting.meaning + "."));
      if (!setting.byDefault.isEmpty()) s.append(roff(" Default: " + setting.byDefault));
      s.append('\n');
    }
    s.append(".SH EXIT STATUS\n");
    Help.EXIT_STATUS.forEach((code, meaning) ->
        s.append(".TP\n").append(code).append('\n').append(roff(meaning)).append('\n'));
    return s.toString();
  }

  /// Text that troff prints as it is.
  private static String roff(String text) {
    String safe = text.replace("\\", "\\e").replace("-", "\\-");
    return safe.startsWith(".") || safe.startsWith("'") ? "\\&" + safe : safe;
  }

  String bash() {
    return AutoComplete.bash("freshet", line);
  }

  String fish() {
    StringBuilder s = new StringBuilder("# Completion of freshet for fish\n");
    s.append("complete -c freshet -f -n __fish_use_subcommand\n");
    for (Called c : all()) {
      String[] words = c.words.split(" ");
      String here = Arrays.stream(words).map(Manual::seen).collect(Collectors.joining("; and "));
      if (!takesFiles(c.spec)) s.append("complete -c freshet -f -n '").append(here).append("'\n");
      String candidates = candidates(c.spec);
      if (!candidates.isEmpty()) {
        s.append("complete -c freshet -n '")
            .append(here)
            .append("' -a ")
            .append(quoted(candidates))
            .append('\n');
      }
      String last = words[words.length - 1];
      s.append("complete -c freshet -n '")
          .append(words.length == 1 ? "__fish_use_subcommand" : seen(words[0]))
          .append("' -a ")
          .append(last)
          .append(" -d ")
          .append(quoted(Help.firstSentence(c.spec)))
          .append('\n');
      for (OptionSpec o : options(c.spec)) {
        s.append("complete -c freshet -n '").append(here).append("'");
        for (String name : o.names()) {
          s.append(name.startsWith("--") ? " -l " : " -s ").append(name.replaceFirst("^-+", ""));
        }
        if (o.arity().max() > 0) s.append(isFile(o) ? " -r -F" : " -x");
        s.append(" -d ").append(quoted(description(o))).append('\n');
      }
    }
    return s.toString();
  }

  /// Whether a file can stand where an argument is wanted.
  private static boolean isFile(ArgSpec arg) {
    return arg.paramLabel().matches(".*(FILE|DIR|FOLDER|PAGE).*");
  }

  private static boolean takesFiles(CommandSpec spec) {
    return spec.positionalParameters().stream().anyMatch(Manual::isFile);
  }

  /// What can stand there, if it is one of a few.
  private static String candidates(CommandSpec spec) {
    List<String> all = new ArrayList<>();
    for (PositionalParamSpec p : spec.positionalParameters()) {
      if (p.completionCandidates() != null) p.completionCandidates().forEach(all::add);
    }
    return String.join(" ", all);
  }

  private static String seen(String command) {
    return "__fish_seen_subcommand_from " + command;
  }

  String zsh() {
    StringBuilder s = new StringBuilder("#compdef freshet\n_freshet() {\n");
    List<Called> all = all();
    s.append("  if (( CURRENT == 2 )); then\n    local -a commands=(\n");
    for (Called c : all) if (!c.words.contains(" ")) describe(s, c.words, c.spec);
    s.append("    )\n    _describe command commands\n    return\n  fi\n");
    List<Called> nested = all.stream().filter(c -> c.words.contains(" ")).toList();
    for (String parent : nested.stream().map(c -> c.words.split(" ")[0]).distinct().toList()) {
      s.append("  if (( CURRENT == 3 )) && [[ $words[2] == ")
          .append(parent)
          .append(" ]]; then\n    local -a commands=(\n");
      for (Called c : nested) {
        if (c.words.startsWith(parent + " ")) {
          describe(s, c.words.substring(parent.length() + 1), c.spec);
        }
      }
      s.append("    )\n    _describe command commands\n    return\n  fi\n");
    }
    s.append("  case \"$words[2] $words[3]\" in\n");
    for (Called c : all.reversed()) { // the longer first
      s.append("    ")
          .append(quoted(c.words))
          .append(c.words.contains(" ") ? "" : "\\ *")
          .append(") _arguments");
      for (OptionSpec o : options(c.spec)) {
        for (String name : o.names()) {
          boolean takes = o.arity().max() > 0;
          String text = description(o).replaceAll("[\\[\\]\\\\]", " ");
          s.append(" \\\n      ")
              .append(
                  quoted(
                      "*"
                          + name
                          + (takes ? (name.startsWith("--") ? "=" : "+") : "")
                          + "["
                          + text
                          + "]"
                          + (takes
                              ? ":" + o.paramLabel().replace(":", " ") + ":" + files(isFile(o))
                              : "")));
        }
      }
      String candidates = candidates(c.spec);
      String what = candidates.isEmpty() ? files(takesFiles(c.spec)) : "(" + candidates + ")";
      s.append(" \\\n      '*:argument:").append(what).append("' ;;\n");
    }
    return s.append("  esac\n}\n_freshet \"$@\"\n").toString();
  }

  private static String files(boolean wanted) {
    return wanted ? "_files" : " ";
  }

  private static void describe(StringBuilder s, String word, CommandSpec spec) {
    s.append("      ")
        .append(quoted(word + ":" + Help.firstSentence(spec).replace(":", "\\:")))
        .append('\n');
  }

  /// A word of a shell.
  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "'\\''") + "'";
  }
}
