/// `main()`: reads the settings, builds the objects, runs. May use everything.
@NullMarked
package freshet.cli;

import org.jspecify.annotations.NullMarked;
