/// From a site to all its feeds. In: addresses of sites; out: feeds that were read, described and
/// reduced to the smallest set. Knows nothing of the store and of the schedule.
@org.jspecify.annotations.NullMarked
package freshet.discover;
