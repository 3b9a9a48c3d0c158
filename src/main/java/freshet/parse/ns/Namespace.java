package freshet.parse.ns;

import java.util.List;

/// Reads the elements of one namespace. Add one by writing a class and naming it in [Namespaces].
public interface Namespace {

  /// The prefix that everybody uses, for feeds that forgot to declare it.
  String prefix();

  /// All spellings of its name found in the wild; compared without case and closing slash.
  List<String> names();

  /// An element begins; its attributes are known. The answer says how its inside is read.
  default Content start(Element e, Drafts drafts) {
    return Content.TEXT;
  }

  /// An element ended.
  ///
  /// @param text its text (or markup), without blanks around; empty if there is none
  void end(Element e, String text, Drafts drafts);
}
