/// What we saw of a feed in, which feed to poll next out. Pure functions: reads no clock, does no
/// input or output, so that the laboratory replays the very code that runs live.
@NullMarked
package freshet.schedule;

import org.jspecify.annotations.NullMarked;
