/// Long jobs that people start and that survive a restart: searches for feeds and crawls, with one
/// life cycle ([freshet.jobs.Job]): start, pause, resume, stop, fail. Besides: trials in the
/// laboratory, and housekeeping.
@NullMarked
package freshet.jobs;

import org.jspecify.annotations.NullMarked;
