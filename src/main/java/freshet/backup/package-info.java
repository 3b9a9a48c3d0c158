/// Everything that Freshet keeps ↔ one file. Knows tables and files only by their names.
@NullMarked
package freshet.backup;

import org.jspecify.annotations.NullMarked;
