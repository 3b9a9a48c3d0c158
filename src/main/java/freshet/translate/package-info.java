/// A text of one language in, the same in another out: through servers that the administrator
/// names, or models in the data folder (`onnx`). What was translated once is kept; how much is sent
/// a day is bounded; nothing waits for it and the original stays. Knows nothing of pages and
/// searches.
@NullMarked
package freshet.translate;

import org.jspecify.annotations.NullMarked;
