package freshet.bench;

import freshet.search.Questions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// How well typed questions are answered, beside BM25 as Lucene has it. The texts are the manuals
/// of Perl, which Debian has in a package:
///
///     apt install perl-doc
///     bench/run questions /usr/share/perl/5.36.0/pod 'perlfaq\d.pod'
///     bench/run questions /usr/share/perl/5.36.0/pod 'perl.*.pod'
///
/// With a folder alone, of whatever is in its `docs.tsv` and `questions.tsv`.
public final class QuestionsBench {
  private QuestionsBench() {}

  public static void main(String[] args) throws IOException {
    Path of = Path.of(args[0]);
    Questions questions = args.length > 1 ? Questions.ofPods(of, args[1]) : Questions.ofFolder(of);
    System.out.println(questions.size());
    Path folder = Files.createTempDirectory("questions");
    questions.plain(folder.resolve("plain"), false);
    questions.plain(folder.resolve("roots"), true);
    questions.ours(folder.resolve("index"));
  }
}
