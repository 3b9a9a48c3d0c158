/// What an account can do, one method for each verb, and who may do it. Pages, APIs and commands
/// call it; none of them sees the store or the index.
@NullMarked
package freshet.library;

import org.jspecify.annotations.NullMarked;
