/* A clock of the day that is wrong by SKEW seconds, and nothing else: LD_PRELOAD=skew.so SKEW=-120.
   (faketime also touches waits, in which Java then spins.) */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long skew(void) {
  static long known;
  static int asked;
  if (!asked) {
    const char *given = getenv("SKEW");
    known = given ? atol(given) : 0;
    asked = 1;
  }
  return known;
}

int clock_gettime(clockid_t clock, struct timespec *into) {
  int came = (int) syscall(SYS_clock_gettime, clock, into);
  if (came == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) into->tv_sec += skew();
  return came;
}

int gettimeofday(struct timeval *restrict into, void *restrict zone) {
  int came = (int) syscall(SYS_gettimeofday, into, zone);
  if (came == 0) into->tv_sec += skew();
  return came;
}

time_t time(time_t *into) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (into) *into = now.tv_sec;
  return now.tv_sec;
}
