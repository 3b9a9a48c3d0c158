/// An entry's text in; "new", or "the same story as" and by how many per cent, out. No I/O, no
/// clock: `understand` rebuilds what is remembered here from the signatures in the store.
@NullMarked
package freshet.dedupe;

import org.jspecify.annotations.NullMarked;
