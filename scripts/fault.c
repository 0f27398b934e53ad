// Makes one system call of a program fail, for tests of errors that are hard to cause otherwise.
//
//   cc -shared -fPIC -o fault.so fault.c -ldl
//   FAULT_CALL=fsync FAULT_AT=3 LD_PRELOAD=./fault.so market run a.market
//
// FAULT_CALL  pthread_create, fsync (fdatasync, too), write (pwrite, too), read, open or rename
// FAULT_AT    which call fails, counted from 1; FAULT_COUNT calls fail from there on (1; 0 for all)
// FAULT_ERRNO the error number (EAGAIN for pthread_create, EMFILE for open, EIO for others)
// FAULT_MARK  a file that is created when a call fails, so that one sees whether there were as many
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_long calls;

static long number(const char *name, long otherwise) {
  const char *text = getenv(name);
  return text ? atol(text) : otherwise;
}

// Returns the error number if this call has to fail, and 0 otherwise.
static int fault(const char *call, int otherwise) {
  const char *wanted = getenv("FAULT_CALL");
  if (!wanted || strcmp(wanted, call) != 0) return 0;
  long first = number("FAULT_AT", 1), count = number("FAULT_COUNT", 1);
  long now = atomic_fetch_add(&calls, 1) + 1;
  if (now < first || (count > 0 && now >= first + count)) return 0;
  const char *mark = getenv("FAULT_MARK");
  if (mark) syscall(SYS_close, syscall(SYS_openat, AT_FDCWD, mark, O_CREAT | O_WRONLY, 0600));
  return (int)number("FAULT_ERRNO", otherwise);
}

int pthread_create(
    pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument) {
  int error = fault("pthread_create", EAGAIN);
  if (error) return error;
  int (*real)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *) =
      dlsym(RTLD_NEXT, "pthread_create");
  return real(thread, attributes, start, argument);
}

int fsync(int file) {
  int error = fault("fsync", EIO);
  if (error) return errno = error, -1;
  int (*real)(int) = dlsym(RTLD_NEXT, "fsync");
  return real(file);
}

int fdatasync(int file) {
  int error = fault("fsync", EIO);
  if (error) return errno = error, -1;
  int (*real)(int) = dlsym(RTLD_NEXT, "fdatasync");
  return real(file);
}

ssize_t write(int file, const void *bytes, size_t count) {
  int error = fault("write", EIO);
  if (error) return errno = error, -1;
  ssize_t (*real)(int, const void *, size_t) = dlsym(RTLD_NEXT, "write");
  return real(file, bytes, count);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off_t place) {
  int error = fault("write", EIO);
  if (error) return errno = error, -1;
  ssize_t (*real)(int, const void *, size_t, off_t) = dlsym(RTLD_NEXT, "pwrite64");
  return real(file, bytes, count, place);
}

ssize_t read(int file, void *bytes, size_t count) {
  int error = fault("read", EIO);
  if (error) return errno = error, -1;
  ssize_t (*real)(int, void *, size_t) = dlsym(RTLD_NEXT, "read");
  return real(file, bytes, count);
}

int rename(const char *from, const char *to) {
  int error = fault("rename", EIO);
  if (error) return errno = error, -1;
  int (*real)(const char *, const char *) = dlsym(RTLD_NEXT, "rename");
  return real(from, to);
}

// Returns -1 if this call has to fail, and opens the file otherwise.
static int opened(const char *name, const char *path, int flags, mode_t mode) {
  int error = fault("open", EMFILE);
  if (error) return errno = error, -1;
  int (*real)(const char *, int, ...) = dlsym(RTLD_NEXT, name);
  return real(path, flags, mode);
}

#define OPENING(name) \
  int name(const char *path, int flags, ...) { \
    va_list more; \
    va_start(more, flags); \
    mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(more, mode_t) : 0; \
    va_end(more); \
    return opened(#name, path, flags, mode); \
  }
OPENING(open)
OPENING(open64)
