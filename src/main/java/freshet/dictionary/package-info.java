/// A word of one language in, its translations out; FreeDict's dictionaries in, one compact file of
/// the data folder out. Knows nothing of entries, queries and the index.
@NullMarked
package freshet.dictionary;

import org.jspecify.annotations.NullMarked;
