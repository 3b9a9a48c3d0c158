/// The only place that knows the order of the stages: due, fetch, parse, store, tell.
@NullMarked
package freshet.pipeline;

import org.jspecify.annotations.NullMarked;
