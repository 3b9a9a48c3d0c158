/// Benchmarks: compiled with the tests so that they never rot, run by `bench/run NAME`.
@NullMarked
package freshet.bench;

import org.jspecify.annotations.NullMarked;
