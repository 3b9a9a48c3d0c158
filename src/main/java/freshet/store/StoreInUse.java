package freshet.store;

/// Another Freshet has the data folder open. It can still be read ([Store#openReadOnly]).
public final class StoreInUse extends StoreUnavailable {
  StoreInUse(String sentence) {
    super(sentence, null);
  }
}
