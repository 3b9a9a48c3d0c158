/// Addresses that are no feeds but can be asked for new entries: accounts and pages behind the API
/// of a platform, under a call limit, and web pages that list links. In comes a poll's request, out
/// goes what the API answered, in the form of a feed. Knows nothing of schedules, stores and
/// stories; a new kind is one class, a [freshet.source.Source].
@NullMarked
package freshet.source;

import org.jspecify.annotations.NullMarked;
