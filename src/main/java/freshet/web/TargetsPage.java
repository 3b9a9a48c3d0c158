package freshet.web;

import freshet.model.SaveTarget;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Where an account saves entries, one of them in a form.
///
/// @param form what stands in the form: a new one, a ready-made one, or one that is changed
/// @param fillable what of an entry can be filled in
/// @param error what is wrong with it
public record TargetsPage(
    PageFrame frame,
    List<SaveTarget> targets,
    List<SaveTarget> ready,
    SaveTarget form,
    List<String> fillable,
    @Nullable String error,
    @Nullable String done) {

  /// What can be filled in: `{url} {title} …`
  public String names() {
    return "{" + String.join("} {", fillable) + "}";
  }

  /// The names of the secrets, a line each; those of one that is kept need not be given again.
  public String secretNames() {
    return String.join("=\n", form.secretsByName().keySet())
        + (form.secrets().isEmpty() ? "" : "=");
  }

  public boolean isNew() {
    return form.id() == 0;
  }
}
