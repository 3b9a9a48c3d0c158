/// `tools/torture`: the real program in a process of its own, killed, starved and robbed of its
/// database by a machine, and what it kept compared with what was published.
@NullMarked
package freshet.torture;

import org.jspecify.annotations.NullMarked;
