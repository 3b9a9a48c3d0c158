package freshet.library;

/// Everything that an account can do here, by subject. Pages, APIs and commands have nothing else
/// to call; who may do what is decided in these classes and nowhere else. What cannot be done is a
/// [Refusal].
public record Library(
    FollowedFeeds feeds,
    Following following,
    Filing filing,
    Browsing browsing,
    Marking marking,
    Searching searching,
    Alerting alerting,
    Sharing sharing,
    Saving saving,
    Correcting correcting,
    Fetching fetching,
    Picturing picturing,
    Translating translating,
    Exploring exploring,
    Administering administering,
    Reporting reporting) {}
