/// What has just been stored, for whoever follows it, and the loop and the background work that all
/// followers share.
@NullMarked
package freshet.change;

import org.jspecify.annotations.NullMarked;
