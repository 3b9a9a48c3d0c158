/// A request in, an outcome out. Owns politeness (robots, host gate, rests) and safety (address
/// guard, size and time limits). Nothing else may open a connection to a server.
@NullMarked
package freshet.fetch;

import org.jspecify.annotations.NullMarked;
