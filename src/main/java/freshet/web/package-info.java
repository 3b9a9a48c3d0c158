/// The pages: server-rendered, small scripts only to make them pleasant.
@NullMarked
package freshet.web;

import org.jspecify.annotations.NullMarked;
