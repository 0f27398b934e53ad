#if defined(__linux__)
#include "CLazyLibraries.h"

#include <stdatomic.h>
#include <stddef.h>
#include <time.h>

static void (*_Atomic on_shortage)(void);

void lazy_on_thread_shortage(void (*handler)(void)) { atomic_store(&on_shortage, handler); }

unsigned sleep(unsigned seconds);

// In place of that of the system: libdispatch sleeps for a second each time that the system refuses
// it a thread, and tries again without an end or a message. Nothing else in the program sleeps so.
unsigned sleep(unsigned seconds) {
  static const time_t longest = 4, pause = 2;
  static _Thread_local time_t first, last;
  struct timespec now, left = {.tv_sec = seconds};
  clock_gettime(CLOCK_MONOTONIC, &now);
  if (now.tv_sec - last > pause) first = now.tv_sec;
  last = now.tv_sec;
  void (*handler)(void) = atomic_load(&on_shortage);
  if (now.tv_sec - first >= longest && handler != NULL) handler();
  return nanosleep(&left, &left) == 0 ? 0 : (unsigned)left.tv_sec;
}
#endif
