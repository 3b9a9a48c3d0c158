package freshet.cli;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Shows the settings in force. The output is itself a valid settings file.
@Command(
    name = "config",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Prints every setting: its value, where it came from and what it means.",
      "The output is a valid settings file: save it as freshet.properties and change it."
    })
final class ConfigCommand implements Callable<Integer> {
  @Mixin SettingsOptions options = new SettingsOptions();

  @Option(names = "--show-secrets", description = "Show passwords instead of ***")
  boolean showSecrets;

  @Spec CommandSpec spec;

  @Override
  public Integer call() {
    Settings settings = options.load();
    PrintWriter out = spec.commandLine().getOut();
    for (Setting s : Setting.values()) {
      Settings.Value value = settings.value(s);
      out.println("# " + s.meaning + ".");
      out.println("# from: " + value.source() + "   environment: " + s.environmentVariable());
      out.println(
          s.appliesAtOnce()
              ? "# changed on the settings page it takes effect at once"
              : "# needs a restart");
      out.println(s.key + " = " + (showSecrets ? value.text() : masked(s, value.text())));
      out.println();
    }
    out.flush();
    return 0;
  }

  /// Passwords in addresses are not for screens that others see.
  private static String masked(Setting setting, String value) {
    if (setting.isSecret() && !value.isEmpty()) return "***";
    return value
        .replaceAll("(?i)(password=)[^&]*", "$1***")
        .replaceAll("(://[^:/@]*:)[^@/]*@", "$1***@");
  }
}
