/// Numbers in, tables, CSV and SVG out. Knows nothing of where the numbers come from.
@org.jspecify.annotations.NullMarked
package freshet.chart;
