/// An entry's text in; "new", or "the same story as" and by how many per cent, out. No files, no
/// clock: `understand` keeps what is remembered here in a file, or rebuilds it from the signatures
/// in the store.
@NullMarked
package freshet.dedupe;

import org.jspecify.annotations.NullMarked;
