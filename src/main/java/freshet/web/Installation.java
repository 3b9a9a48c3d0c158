package freshet.web;

import java.time.ZoneId;

/// Where the pages run.
///
/// @param zone of the people who read them
/// @param address under which the internet reaches it; empty if that is not known
/// @param allowPrivate whether pictures may lie at private addresses
public record Installation(String version, ZoneId zone, String address, boolean allowPrivate) {}
