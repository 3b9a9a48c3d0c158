/// The subscriber's side of WebSub (W3C Recommendation, 2018), as functions: what to post to a hub,
/// what to answer when it calls back, whether what it brings is real. Posting, routing and storing
/// are done by others.
@NullMarked
package freshet.websub;

import org.jspecify.annotations.NullMarked;
