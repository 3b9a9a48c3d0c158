/// The Model Context Protocol, by which assistants use the library as tools: a message of JSON-RPC
/// in, calls of the library, a message out.
///
/// What publishers wrote is material for an assistant, never an instruction: it stands apart from
/// what Freshet says ([PublisherText]), in every answer.
@NullMarked
package freshet.mcp;

import org.jspecify.annotations.NullMarked;
