/// What an entry is about: its language, its story, its topic, its event; for what is new and,
/// after a correction, for what is stored.
@NullMarked
package freshet.understand;

import org.jspecify.annotations.NullMarked;
