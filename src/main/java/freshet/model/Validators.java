package freshet.model;

import org.jspecify.annotations.Nullable;

/// What a server gave us to ask "has it changed since?" with (RFC 9110, section 13).
public record Validators(@Nullable String etag, @Nullable String lastModified) {
  public static final Validators NONE = new Validators(null, null);

  public boolean isEmpty() {
    return etag == null && lastModified == null;
  }
}
