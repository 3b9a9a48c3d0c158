/// WebSub (W3C Recommendation, 2018), as functions. The subscriber's side: what to post to a hub,
/// what to answer when it calls back, whether what it brings is real. The hub's side: what is asked
/// of it, what it asks back. Posting, routing and storing are done by others.
@NullMarked
package freshet.websub;

import org.jspecify.annotations.NullMarked;
