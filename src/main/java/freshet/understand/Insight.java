package freshet.understand;

import freshet.dedupe.Signature;
import freshet.group.Gist;
import freshet.model.Understood;

/// What was found out from the text of one entry, with what the stages need of it until it is
/// stored.
record Insight(
    Signature compared,
    Gist gist,
    byte[] signature,
    long topic,
    double topicConfidence,
    boolean wrongLanguage)
    implements Understood {}
