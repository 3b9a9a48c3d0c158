package freshet.library;

import freshet.alert.MailServer;
import freshet.alert.SaveTemplates;
import freshet.library.Refusal.Reason;
import freshet.model.Account;
import freshet.model.FeedUrl;
import freshet.model.FullEntry;
import freshet.model.Mark;
import freshet.model.SaveTarget;
import freshet.model.SaveTarget.Way;
import freshet.notify.Saver;
import freshet.store.Store;
import freshet.understand.Understanding;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The other programs that an account saves entries to, and saving one.
public final class Saving {
  private static final int MOST = 30;
  private static final int LONGEST = 4000;
  private static final Set<String> METHODS = Set.of("POST", "PUT", "PATCH", "GET");

  private final Store store;
  private final Browsing browsing;
  private final @Nullable Saver saver;

  /// @param saver null if nothing is sent from here
  public Saving(Store store, Browsing browsing, @Nullable Saver saver) {
    this.store = store;
    this.browsing = browsing;
    this.saver = saver;
  }

  public List<SaveTarget> targets(Account who) {
    return store.saveTargets().all(who.id());
  }

  /// @throws Refusal `NO_TARGET`
  public SaveTarget target(Account who, long id) {
    return store.saveTargets().find(who.id(), id).orElseThrow(() -> noTarget(id));
  }

  private static Refusal noTarget(long id) {
    return new Refusal(Reason.NO_TARGET, "There is nothing of number " + id + " to save to");
  }

  /// Ready-made ones, to begin with.
  public List<SaveTarget> ready() {
    return SaveTemplates.ready();
  }

  /// What of an entry can be filled in.
  public List<String> names() {
    return SaveTemplates.NAMES;
  }

  public void remove(Account who, long id) {
    if (!store.saveTargets().remove(who.id(), id)) throw noTarget(id);
  }

  /// Keeps a target: a new one if its number is 0. Secrets that are not given stay as long as the
  /// servers do that they are sent to.
  ///
  /// @throws Refusal `WRONG` with the part of it that cannot be
  public SaveTarget save(Account who, SaveTarget given) {
    SaveTarget before = given.id() == 0 ? null : target(who, given.id());
    SaveTarget target = checked(before, given);
    if (before == null) {
      if (targets(who).size() >= MOST) {
        throw new Refusal(Reason.TOO_MANY, "Remove one first; there are " + MOST);
      }
      return store.saveTargets().add(who.id(), target);
    }
    if (!store.saveTargets().change(who.id(), target)) throw noTarget(target.id());
    return target;
  }

  private SaveTarget checked(@Nullable SaveTarget before, SaveTarget t) {
    boolean sends = t.way() == Way.SEND;
    SaveTarget target =
        new SaveTarget(
            t.id(),
            Checked.name("name", t.name(), SaveTarget.LONGEST_NAME),
            t.way(),
            sends ? t.method() : t.way() == Way.OPEN ? "GET" : "POST",
            bounded("address", t.address()).strip(),
            sends ? bounded("headers", t.headers()).strip() : "",
            t.way() == Way.OPEN ? "" : bounded("body", t.body()).strip(),
            sends ? bounded("logIn", t.logIn()).strip() : "",
            sends ? bounded("logInForm", t.logInForm()).strip() : "",
            sends ? secrets(before, t) : "");
    if (!METHODS.contains(target.method())) {
      throw Refusal.wrong("method", "must be POST, PUT, PATCH or GET");
    }
    checkAddress(target);
    if (!target.logIn().isEmpty()) web("logIn", target.logIn());
    List<String> secrets = List.copyOf(target.secretsByName().keySet());
    List<String> known = new ArrayList<>(SaveTemplates.NAMES);
    known.addAll(secrets);
    if (!target.logIn().isEmpty()) known.add(SaveTemplates.ACCESS_TOKEN);
    checkNames("address", target.address(), known);
    checkNames("headers", target.headers(), known);
    checkNames("body", target.body(), known);
    checkNames("logInForm", target.logInForm(), secrets);
    try {
      var _ = SaveTemplates.headers(target);
    } catch (IllegalArgumentException e) {
      throw Refusal.wrong("headers", String.valueOf(e.getMessage()));
    }
    return target;
  }

  private static String bounded(String field, String text) {
    if (text.length() <= LONGEST) return text;
    throw Refusal.wrong(field, "must have at most " + LONGEST + " characters");
  }

  private void checkAddress(SaveTarget target) {
    switch (target.way()) {
      case MAIL -> {
        if (!MailServer.isMailAddress(target.address())) {
          throw Refusal.wrong("address", "must be an e-mail address");
        }
        if (saver == null || !saver.canMail()) {
          throw Refusal.wrong(
              "way", "cannot be 'mail': no mail server is set (settings 'smtp' and 'mail.from')");
        }
      }
      case OPEN -> {
        if (!target.address().startsWith("mailto:")) web("address", target.address());
      }
      case SEND -> web("address", target.address());
    }
  }

  private static void web(String field, String template) {
    String address = template.replaceAll("\\{[a-z0-9_]+\\}", "x");
    try {
      if (!address.matches("(?i)https?://.*")) throw new IllegalArgumentException("no https://");
      FeedUrl _ = FeedUrl.of(address);
    } catch (IllegalArgumentException e) {
      throw Refusal.wrong(field, "must be a web address: " + e.getMessage());
    }
  }

  private static void checkNames(String field, String template, List<String> known) {
    Set<String> unknown = SaveTemplates.unknown(template, known);
    if (unknown.isEmpty()) return;
    throw Refusal.wrong(
        field,
        "has unknown fields: "
            + String.join(", ", unknown)
            + "; there are "
            + String.join(", ", known));
  }

  private static String secrets(@Nullable SaveTarget before, SaveTarget t) {
    String given = bounded("secrets", t.secrets()).replace("\r", "").strip();
    for (String line : given.lines().toList()) {
      if (!line.isBlank() && !line.matches("\\s*[a-z][a-z0-9_]{0,39}\\s*=.*")) {
        throw Refusal.wrong(
            "secrets", "has a line that is not 'name=value', the name in small letters");
      }
    }
    Map<String, String> all = new LinkedHashMap<>();
    boolean same =
        before != null
            && server(before.address()).equals(server(t.address().strip()))
            && server(before.logIn()).equals(server(t.logIn().strip()));
    if (before != null && same) all.putAll(before.secretsByName());
    t.with(0, given)
        .secretsByName()
        .forEach((name, value) -> {
          if (!value.isEmpty() || !all.containsKey(name)) all.put(name, value);
        });
    List<String> lines = new ArrayList<>();
    all.forEach((name, value) -> lines.add(name + "=" + value));
    return String.join("\n", lines);
  }

  /// Scheme and host of an address.
  private static String server(String address) {
    int slash = address.indexOf('/', Math.min(address.length(), 8));
    return slash < 0 ? address : address.substring(0, slash);
  }

  /// Something to save an entry to, on its page.
  ///
  /// @param open what the browser opens; null if Freshet sends it
  public record Offer(long target, String name, @Nullable String open) {}

  /// Where an entry can be saved, in the order of the buttons.
  public List<Offer> offers(Account who, FullEntry entry) {
    List<SaveTarget> targets = targets(who);
    if (targets.isEmpty()) return List.of();
    Map<String, String> values = values(who, entry);
    return targets.stream().map(t -> offer(t, values)).toList();
  }

  private static Offer offer(SaveTarget t, Map<String, String> values) {
    return new Offer(
        t.id(), t.name(), t.way() == Way.OPEN ? SaveTemplates.address(t, values) : null);
  }

  private Map<String, String> values(Account who, FullEntry full) {
    long id = full.entry().id();
    Mark mark = browsing.marks(who, List.of(id)).getOrDefault(id, Mark.NONE);
    return SaveTemplates.values(
        full.entry(), Understanding.text(full.body()), mark.tags().stream().sorted().toList());
  }

  /// Saves an entry; of a target that the browser opens, only says what it opens.
  ///
  /// @throws Refusal `NOT_TAKEN` with a sentence if the other program did not take it
  public Offer send(Account who, long target, long entry) throws InterruptedException {
    SaveTarget t = target(who, target);
    Map<String, String> values = values(who, browsing.entry(who, entry));
    Offer offer = offer(t, values);
    if (offer.open != null) return offer;
    if (saver == null) throw new Refusal(Reason.NOT_TAKEN, "Nothing is sent from here");
    Optional<String> trouble = saver.send(t, values);
    if (trouble.isPresent()) throw new Refusal(Reason.NOT_TAKEN, trouble.get());
    return offer;
  }
}
