/// A synthetic web on loopback with known truth, for benchmarks of the crawler and the feed finder.
@NullMarked
package freshet.bench.web;

import org.jspecify.annotations.NullMarked;
