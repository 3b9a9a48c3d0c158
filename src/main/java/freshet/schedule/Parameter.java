package freshet.schedule;

/// @param hours a span of time: a bare number is hours, and `90s`, `10m`, `7d` are read too
public record Parameter(String name, double usual, double least, double most, boolean hours) {}
