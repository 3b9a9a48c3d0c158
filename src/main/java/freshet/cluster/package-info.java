/// Polls on many machines: a controller that plans and stores gives work away, terminals that have
/// neither database nor disk do it, Kafka carries both ways. The only place with Kafka. Knows what
/// a poll asks for and brings ([freshet.poll.FeedReader]), not how feeds are planned or stored.
@NullMarked
package freshet.cluster;

import org.jspecify.annotations.NullMarked;
