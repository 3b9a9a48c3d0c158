package freshet.model;

/// How many stories a topic has had since a time.
public record TopicCount(String name, long stories) {}
