package freshet.model;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// A process of the demo of many machines, as its keeper last saw it.
///
/// @param role `controller`, `terminal`, `web`, `kafka` or `postgres`
/// @param pid of the last process that bore the name
/// @param since it was started
/// @param cpu since its start
/// @param memory resident, in bytes; 0 where the system does not say
/// @param address where its pages are; empty if it has none
public record DemoProcess(
    String name,
    String role,
    long pid,
    State state,
    Instant since,
    Duration cpu,
    long memory,
    String address) {

  public enum State {
    RUNNING,
    /// Stopped by a signal: it does nothing until it is woken up.
    STOPPED,
    ENDED
  }

  /// What can be done to one.
  public enum Act {
    KILL,
    STOP,
    WAKE,
    START,
    /// A further one of its role.
    ADD
  }

  /// Whether there may be more of a role: there is one database and one broker.
  public boolean isAddable(String wanted) {
    return role.equals(wanted) && !isServer();
  }

  /// Something that Freshet needs and is no part of it.
  public boolean isServer() {
    return role.equals("postgres") || role.equals("kafka");
  }

  /// What can be done to it as it is. The database is no process of its own to its keeper.
  public List<Act> acts() {
    if (role.equals("postgres")) return List.of();
    return switch (state) {
      case RUNNING -> List.of(Act.KILL, Act.STOP);
      case STOPPED -> List.of(Act.WAKE, Act.KILL);
      case ENDED -> List.of(Act.START);
    };
  }

  public String line() {
    return String.join(
        "\t",
        name,
        role,
        "" + pid,
        state.name(),
        since.toString(),
        cpu.toString(),
        "" + memory,
        address);
  }

  public static DemoProcess of(String line) {
    String[] part = line.split("\t", -1);
    return new DemoProcess(
        part[0],
        part[1],
        Long.parseLong(part[2]),
        State.valueOf(part[3]),
        Instant.parse(part[4]),
        Duration.parse(part[5]),
        Long.parseLong(part[6]),
        part[7]);
  }
}
