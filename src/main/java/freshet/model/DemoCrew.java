package freshet.model;

import java.util.List;

/// The processes of the demo of many machines, and what can be done to them.
public interface DemoCrew {
  /// Where there is no such demo.
  DemoCrew NONE =
      new DemoCrew() {
        @Override
        public List<DemoProcess> processes() {
          return List.of();
        }

        @Override
        public void ask(DemoProcess.Act act, String name) {}
      };

  /// As they were seen last.
  List<DemoProcess> processes();

  /// Has something done soon.
  ///
  /// @param name of a process; of a role for [DemoProcess.Act#ADD]
  void ask(DemoProcess.Act act, String name);
}
