package freshet.web;

import freshet.library.Alerting;
import freshet.model.Alert;
import freshet.model.Rule;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The rules, one of them in a form, and what they have told.
///
/// @param notUnderstood the part of a rule's search for which it does nothing, mostly null
/// @param form what stands in the form: a new rule, or one that is changed
/// @param trial what the rule in the form would have done
/// @param error what is wrong with the rule in the form
/// @param dead alerts that were given up
/// @param canRun whether there is a search, which rules need
public record RulesPage(
    PageFrame frame,
    boolean canRun,
    List<Rule> rules,
    Function<Rule, @Nullable String> notUnderstood,
    Rule form,
    Alerting.@Nullable Trial trial,
    @Nullable String error,
    List<Alert> dead,
    List<Alert> alerts,
    @Nullable String done) {

  public boolean does(Rule.Action action) {
    return form.actions().contains(action);
  }

  /// Why a rule does nothing; null if it works.
  public @Nullable String idle(Rule rule) {
    String part = notUnderstood.apply(rule);
    return part == null ? null : frame.say("rules.does-nothing", SafeText.line(part, 60));
  }

  /// The title of an alert's entry.
  public String title(Alert a) {
    return EntryRow.title(a.entry(), frame);
  }

  public String title(freshet.model.Entry e) {
    return EntryRow.title(e, frame);
  }

  /// "alert me, star it · webhook · https://…"
  public String summary(Rule r) {
    StringBuilder text = new StringBuilder();
    for (Rule.Action a : Rule.Action.values()) {
      if (!r.actions().contains(a)) continue;
      text.append(text.isEmpty() ? "" : ", ").append(frame.say("rules.action-" + a.word()));
      if (a == Rule.Action.TAG) text.append(": ").append(SafeText.line(r.tag(), 60));
    }
    if (r.alerts() && r.way() != Rule.Way.LIST) {
      text.append(" · ").append(frame.say("rules.way-" + r.way().word()));
      text.append(" · ").append(SafeText.line(r.target(), 200));
    }
    if (!r.enabled()) text.append(" · ").append(frame.say("rules.is-off"));
    return text.toString();
  }
}
