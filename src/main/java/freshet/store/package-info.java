/// The only place with SQL. SQLite in the data folder, or PostgreSQL by its address.
@NullMarked
package freshet.store;

import org.jspecify.annotations.NullMarked;
