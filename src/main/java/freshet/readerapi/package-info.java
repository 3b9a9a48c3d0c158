/// The APIs that apps already speak: Google Reader, Fever and Miniflux. Requests in, calls of the
/// library, answers out.
@NullMarked
package freshet.readerapi;

import org.jspecify.annotations.NullMarked;
