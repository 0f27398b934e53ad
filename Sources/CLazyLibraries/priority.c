#if defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>

int setpriority(int which, unsigned who, int priority);

// In place of that of the system: libdispatch gives its threads a priority above the normal one when
// they start, and writes a line to the journal for each that may not have it. Nobody needs it.
int setpriority(int which, unsigned who, int priority) {
  return (int)syscall(SYS_setpriority, which, who, priority < 0 ? 0 : priority);
}
#endif
