package freshet.web;

import freshet.library.Administering;
import freshet.library.Administering.Unfinished;
import freshet.model.Account;
import freshet.model.DemoProcess;
import freshet.model.Machine;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.util.List;
import java.util.Locale;

/// The page of controllers and terminals, and of the work that terminals never finished.
public final class MachinePages {
  private final Administering administering;
  private final Renderer renderer;

  MachinePages(Administering administering, Renderer renderer) {
    this.administering = administering;
    this.renderer = renderer;
  }

  public record View(
      PageFrame frame, List<Machine> machines, List<Row> unfinished, List<Shown> demo) {}

  /// A process of the demo of many machines.
  ///
  /// @param cpu seconds of a processor
  /// @param acts by the words of its buttons
  public record Shown(
      DemoProcess process,
      String level,
      String state,
      String since,
      String cpu,
      String memory,
      List<String> acts) {}

  /// @param when it was given up
  public record Row(Unfinished work, String when) {}

  void show(Context ctx, Account who) {
    PageFrame frame = renderer.frame(ctx, "settings");
    List<Row> unfinished =
        administering.unfinished(who).stream()
            .map(u -> new Row(u, frame.times().when(u.at())))
            .toList();
    List<Shown> demo = administering.processes(who).stream().map(p -> process(p, frame)).toList();
    ctx.header("Refresh", demo.isEmpty() ? "10" : "3");
    renderer.show(ctx, "machines", new View(frame, administering.machines(who), unfinished, demo));
  }

  private static Shown process(DemoProcess process, PageFrame frame) {
    return new Shown(
        process,
        switch (process.state()) {
          case RUNNING -> "good";
          case STOPPED -> "warn";
          case ENDED -> "bad";
        },
        frame.say("machines.demo-" + word(process.state())),
        frame.times().when(process.since()),
        frame.say("machines.demo-seconds", process.cpu().toSeconds()),
        frame.say("machines.demo-mb", process.memory() >> 20),
        process.acts().stream().map(MachinePages::word).toList());
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /// Does something to a process of the demo.
  void act(Context ctx, Account who) {
    for (DemoProcess.Act act : DemoProcess.Act.values()) {
      if (word(act).equals(ctx.pathParam("act"))) {
        administering.act(who, act, ctx.pathParam("name"));
      }
    }
    ctx.redirect("/machines", HttpStatus.SEE_OTHER);
  }
}
