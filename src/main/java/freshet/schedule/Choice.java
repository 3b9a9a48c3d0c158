package freshet.schedule;

/// Which of the waiting feeds is polled next. A feed that must be polled by some time is from then
/// on worth the price at least, and more the longer it waits; so nobody is forgotten.
interface Choice {
  /// Says until when a feed may not be polled for reasons of others: its site is busy or rests.
  interface Gate {
    Gate OPEN = (_, now) -> now;

    /// A time not after `now` if the feed may be polled, else when to ask again.
    double freeAt(int slot, double now);
  }

  /// A feed waits to be polled (again).
  ///
  /// @param by when it must be polled in any case, or infinity
  void add(int slot, double now, double from, double by);

  /// A feed does not wait any more.
  void remove(int slot);

  /// The feed to poll now, which then no longer waits; -1 if none is allowed or worth it.
  int next(double now, Gate gate);

  /// The earliest time after `now` at which [#next] may find a feed, if it found none now.
  double wake(double now);

  /// When this feed is likely to be polled.
  double expected(int slot, double now);

  /// When a waiting feed may be polled.
  double notBefore(int slot);

  /// What the last polls were worth.
  double price();

  /// The clock was set back; those who wait are added anew.
  default void setBack(double seconds) {}
}
