/* A wall clock that can jump, preloaded into a worker (tests/meta/chaos/clock.py). The number of seconds that it is wrong by lies in the
   file CLOCK_SHIFT, which is mapped, so that a jump is seen at once by all processes. The monotonic clock stays what it is. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile int64_t *shift;
static int (*real_gettime)(clockid_t, struct timespec *);

__attribute__((constructor)) static void attach(void) {
  real_gettime = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
  const char *path = getenv("CLOCK_SHIFT");
  int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
  if (file < 0)
    return;
  void *found = mmap(NULL, sizeof *shift, PROT_READ, MAP_SHARED, file, 0);
  if (found != MAP_FAILED)
    shift = found;
  close(file);
}

int clock_gettime(clockid_t which, struct timespec *now) {
  if (!real_gettime)
    attach();
  int failed = real_gettime(which, now);
  if (!failed && shift && (which == CLOCK_REALTIME || which == CLOCK_REALTIME_COARSE))
    now->tv_sec += *shift;
  return failed;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  (void)zone;
  struct timespec exact;
  int failed = clock_gettime(CLOCK_REALTIME, &exact);
  now->tv_sec = exact.tv_sec;
  now->tv_usec = exact.tv_nsec / 1000;
  return failed;
}

time_t time(time_t *out) {
  struct timespec exact;
  clock_gettime(CLOCK_REALTIME, &exact);
  if (out)
    *out = exact.tv_sec;
  return exact.tv_sec;
}
