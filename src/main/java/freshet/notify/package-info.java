/// Telling others what is new: rules and the alerts they raise, the feeds Freshet gives out, its
/// own hub.
@NullMarked
package freshet.notify;

import org.jspecify.annotations.NullMarked;
