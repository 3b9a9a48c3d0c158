/// The laboratory: replays recorded histories through the policies of `schedule`.
@NullMarked
package freshet.simulate;

import org.jspecify.annotations.NullMarked;
