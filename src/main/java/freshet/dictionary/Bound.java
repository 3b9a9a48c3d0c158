package freshet.dictionary;

/// A dictionary that is in the file.
///
/// @param name FreeDict's name of it, such as `eng-tur`
/// @param from language of the headwords, as the index calls it
/// @param to language of the translations
/// @param headwords that were taken
/// @param title as the dictionary calls itself
/// @param licence in a few words
public record Bound(
    String name, String from, String to, int headwords, String title, String licence) {}
