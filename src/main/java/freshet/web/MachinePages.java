package freshet.web;

import freshet.library.Administering;
import freshet.library.Administering.Unfinished;
import freshet.model.Account;
import freshet.model.Machine;
import io.javalin.http.Context;
import java.util.List;

/// The page of controllers and terminals, and of the work that terminals never finished.
public final class MachinePages {
  private final Administering administering;
  private final Renderer renderer;

  MachinePages(Administering administering, Renderer renderer) {
    this.administering = administering;
    this.renderer = renderer;
  }

  public record View(PageFrame frame, List<Machine> machines, List<Row> unfinished) {}

  /// @param when it was given up
  public record Row(Unfinished work, String when) {}

  void show(Context ctx, Account who) {
    PageFrame frame = renderer.frame(ctx, "settings");
    List<Row> unfinished =
        administering.unfinished(who).stream()
            .map(u -> new Row(u, frame.times().when(u.at())))
            .toList();
    ctx.header("Refresh", "10");
    renderer.show(ctx, "machines", new View(frame, administering.machines(who), unfinished));
  }
}
