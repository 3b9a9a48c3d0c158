/// One poll from end to end: the schedule names a feed, it is fetched, read, sifted and stored, and
/// the schedule learns from it. What a request may ask of running polls (check now, pause) comes in
/// through [freshet.poll.Watcher].
@NullMarked
package freshet.poll;

import org.jspecify.annotations.NullMarked;
