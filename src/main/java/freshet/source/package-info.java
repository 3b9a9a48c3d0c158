/// Addresses that are no feeds but can be asked for new entries under a call limit: accounts and
/// pages behind the API of a platform. In comes a poll's request, out goes what the API answered,
/// in the form of a feed. Knows nothing of schedules, stores and stories; a new kind is one class,
/// a [freshet.source.Source].
@NullMarked
package freshet.source;

import org.jspecify.annotations.NullMarked;
