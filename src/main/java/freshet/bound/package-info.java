/// What strangers' bytes may cost: time, threads and memory. Work on them goes in, what it came to
/// or why it was stopped comes out. Knows nothing of feeds and pages, and nothing else of ours.
@NullMarked
package freshet.bound;

import org.jspecify.annotations.NullMarked;
