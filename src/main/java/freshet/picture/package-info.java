/// Pictures that readers see and that come from elsewhere: the icons of feeds, and pictures of
/// entries for readers who do not want to ask publishers for them. An address in, bytes out that
/// are a picture whatever the server said; nothing else is ever handed on.
@NullMarked
package freshet.picture;

import org.jspecify.annotations.NullMarked;
