package freshet.text;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.StringWriter;
import java.util.List;

/// Small tables as CSV.
public final class Csv {
  private Csv() {}

  /// A line for each row, with quotation marks where they are needed.
  public static String of(List<List<String>> rows) {
    StringWriter out = new StringWriter();
    CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).bufferSize(0).build(out);
    for (List<String> row : rows) csv.writeRecord(row.stream().map(Csv::safe).toList());
    return out.toString();
  }

  /// A cell that no spreadsheet takes for a formula: what begins like one gets an apostrophe before
  /// it, as one would type it there. Publishers choose titles, and `=HYPERLINK(…)` is one too.
  public static String safe(String cell) {
    boolean formula = !cell.isEmpty() && "=+-@\t\r".indexOf(cell.charAt(0)) >= 0;
    return formula && !cell.matches("[+-][0-9][0-9.,eE+-]*") ? "'" + cell : cell;
  }

  /// What was meant by such a cell.
  public static String meant(String cell) {
    boolean safe = cell.length() > 1 && cell.charAt(0) == '\'';
    return safe && safe(cell.substring(1)).equals(cell) ? cell.substring(1) : cell;
  }
}
