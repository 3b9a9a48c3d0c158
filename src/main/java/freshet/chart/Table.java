package freshet.chart;

import freshet.text.Csv;
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
    List<List<String>> lines = new ArrayList<>();
    List<String> head = new ArrayList<>();
    head.add(harmless(first));
    for (String c : columns) head.add(harmless(c));
    lines.add(head);
    for (Row r : rows) {
      List<String> line = new ArrayList<>();
      line.add(harmless(r.name));
      for (double v : r.values) line.add(cell(v));
      lines.add(line);
    }
    return Csv.of(lines);
  }

  private static String cell(double v) {
    if (v == Math.rint(v) && Math.abs(v) < 1e15) return String.valueOf((long) v);
    return Double.isNaN(v) ? "" : String.format(Locale.ROOT, "%.3f", v);
  }

  /// @param about what it shows, for those who cannot see it
  /// @param names of the columns to stack, in the language of the reader
  /// @param unit of the axis
  public String bars(String about, String unit, List<String> names) {
    return Charts.bars(about, unit, rows.stream().map(Row::name).toList(), series(names));
  }

  /// The same lying, for rows with long names.
  public String lyingBars(String about, String unit, List<String> names) {
    return Charts.rows(about, unit, rows.stream().map(Row::name).toList(), series(names));
  }

  private List<Charts.Line> series(List<String> names) {
    List<Charts.Line> series = new ArrayList<>();
    for (int c = 0; c < names.size(); c++) {
      double[] values = new double[rows.size()];
      for (int r = 0; r < values.length; r++) {
        double v = rows.get(r).values[c];
        values[r] = Double.isNaN(v) ? 0 : v;
      }
      series.add(new Charts.Line(names.get(c), values));
    }
    return series;
  }

  /// A cell that a spreadsheet would take for a formula is not one.
  private static String harmless(String s) {
    return !s.isEmpty() && "=+-@\t\r".indexOf(s.charAt(0)) >= 0 ? "'" + s : s;
  }
}
