/// The page behind an entry in, what stands in it out: fetched once, politely, within the budget,
/// and kept beside what the feed gave. What a page is ([PageReader]), whether a feed gives teasers
/// ([Teasers]) and what is behind a wall ([Walls]) are functions; [ArticleFetcher] does the rest.
@NullMarked
package freshet.article;

import org.jspecify.annotations.NullMarked;
