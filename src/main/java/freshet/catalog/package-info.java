/// Everything stored, searchable: keeps the index of [freshet.search] the same as the store and
/// answers searches with the rows as they are now.
@NullMarked
package freshet.catalog;

import org.jspecify.annotations.NullMarked;
