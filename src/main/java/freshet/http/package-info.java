/// What every front end shares of HTTP: problems, answers in JSON, events while something goes on.
@NullMarked
package freshet.http;

import org.jspecify.annotations.NullMarked;
