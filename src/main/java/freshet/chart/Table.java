package freshet.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// A table of numbers: what is counted down, the counts across.
///
/// @param name a word for files and addresses, such as `weekday`
/// @param first what the rows are, such as `day`
/// @param columns what is counted
public record Table(String name, String first, List<String> columns, List<Row> rows) {

  /// @param values as many as there are columns; NaN where nothing is known
  public record Row(String name, double[] values) {}

  /// Rows are of one name and as long as the table is wide.
  public Table {
    columns = List.copyOf(columns);
    rows = List.copyOf(rows);
    for (Row r : rows) {
      if (r.values.length != columns.size()) {
        throw new IllegalArgumentException(
            "A row of table '" + name + "' has " + r.values.length + " numbers");
      }
    }
  }

  public boolean isEmpty() {
    return rows.stream().allMatch(r -> java.util.Arrays.stream(r.values).allMatch(v -> !(v > 0)));
  }

  public double sum(int column) {
    return rows.stream().mapToDouble(r -> r.values[column]).filter(v -> !Double.isNaN(v)).sum();
  }

  public String csv() {
    StringBuilder s = new StringBuilder(quoted(first));
    for (String c : columns) s.append(',').append(quoted(c));
    s.append('\n');
    for (Row r : rows) {
      s.append(quoted(r.name));
      for (double v : r.values) {
        s.append(',');
        if (v == Math.rint(v) && Math.abs(v) < 1e15) s.append((long) v);
        else if (!Double.isNaN(v)) s.append(String.format(Locale.ROOT, "%.3f", v));
      }
      s.append('\n');
    }
    return s.toString();
  }

  /// @param about what it shows, for those who cannot see it
  /// @param names of the columns to stack, in the language of the reader
  public String bars(String about, List<String> names) {
    List<Charts.Line> series = new ArrayList<>();
    for (int c = 0; c < names.size(); c++) {
      double[] values = new double[rows.size()];
      for (int r = 0; r < values.length; r++) {
        double v = rows.get(r).values[c];
        values[r] = Double.isNaN(v) ? 0 : v;
      }
      series.add(new Charts.Line(names.get(c), values));
    }
    return Charts.bars(about, rows.stream().map(Row::name).toList(), series);
  }

  /// A cell that a spreadsheet would take for a formula is not one.
  private static String quoted(String s) {
    String safe = !s.isEmpty() && "=+-@\t\r".indexOf(s.charAt(0)) >= 0 ? "'" + s : s;
    return safe.matches("[\\p{L}\\p{N} ._:/'-]*") ? safe : "\"" + safe.replace("\"", "\"\"") + "\"";
  }
}
