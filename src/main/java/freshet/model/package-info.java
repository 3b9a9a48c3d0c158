/// The nouns that flow through Freshet: plain records. What crosses from a fetching thread (or, one
/// day, a terminal on another machine) to the controller is made of these.
@NullMarked
package freshet.model;

import org.jspecify.annotations.NullMarked;
