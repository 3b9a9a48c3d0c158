/// An entry in, its topic out ([freshet.group.TopicModel]), and the event it belongs to
/// ([freshet.group.EventFinder]). Both learn from what they are given, hold their state in memory
/// and can be rebuilt from the store; no I/O beyond reading their own resources, no clock.
@NullMarked
package freshet.group;

import org.jspecify.annotations.NullMarked;
