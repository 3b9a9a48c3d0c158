/// A small web on loopback, invented by seed, that publishes while one watches. For `./freshet
/// demo` and for the journey tests.
@NullMarked
package freshet.demo;

import org.jspecify.annotations.NullMarked;
