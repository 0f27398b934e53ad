// The disk of a simulated machine, for scripts/simulate: a process below `disk_machine` can die at any
// call that changes a file, calls can fail, and `disk_crash` brings the files back to what a disk may
// hold after its power has failed.
//
// 1. What was written to a file and not yet synced is there, missing, or mixed in sectors of 512 bytes.
// 2. New names, renames and removals reach the disk in their order. Only syncing a folder makes sure of
//    them; a sync of a file makes sure of its bytes alone. POSIX promises no more.
// 3. For this, `.disk` in the folder of the machine has the synced bytes of each file that was written,
//    named by its inode; the log of names; and the files that lost their last name.
//
// No thread can be started, so that a program runs in one, in an order that a seed decides; and its random
// bytes come from that seed.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { SECTOR = 512, MAX_FILE = 64 << 20 };
enum kind { CHANGES = 1, SYNCS = 2, GROWS = 4 };

static char root[PATH_MAX];
static size_t root_length;
static char unsynced[PATH_MAX];
static long calls, dies_at, fails_at, fails_count;
static int fails_kinds, fails_with;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

// SplitMix64.
static uint64_t drawn(uint64_t *luck) {
  uint64_t value = (*luck += 0x9E3779B97F4A7C15u);
  value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9u;
  value = (value ^ (value >> 27)) * 0x94D049BB133111EBu;
  return value ^ (value >> 31);
}

static uint64_t random_state;

static void fill(unsigned char *bytes, size_t count) {
  while (count-- > 0) *bytes++ = (unsigned char)drawn(&random_state);
}

// MARK: For the simulator

// The new process ends with the one that started it.
pid_t disk_fork(void) {
  pid_t id = fork();
  if (id == 0) prctl(PR_SET_PDEATHSIG, SIGKILL);
  return id;
}

// Follows the calls of this process below a folder from now on; an empty one follows none.
void disk_machine(const char *folder) {
  root_length = strlen(folder);
  memcpy(root, folder, root_length + 1);
  calls = dies_at = fails_at = 0;
}

// Where the random bytes of this process begin.
void disk_random(uint64_t seed) { random_state = seed; }

// The call with this number ends the process, in the middle of it if it writes.
void disk_die(long at) { dies_at = at; }

// `count` calls from this number on fail, if they are of these kinds.
void disk_fail(long at, long count, int kinds, int error) {
  fails_at = at, fails_count = count, fails_kinds = kinds, fails_with = error;
}

// Syncs of files whose path has this text do nothing.
void disk_lie(const char *text) { snprintf(unsynced, sizeof unsynced, "%s", text); }

// MARK: Files of the machine

static int is_tracked(const char *path) {
  return root_length && strncmp(path, root, root_length) == 0 && path[root_length] == '/' &&
      strncmp(path + root_length, "/.disk", 6) != 0;
}

static int path_of(int file, char *path) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, PATH_MAX - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return 1;
}

// The absolute form of a path; returns whether it is on the machine.
static int resolve(int folder, const char *name, char *path) {
  char start[PATH_MAX];
  if (!root_length || !name) return 0;
  if (name[0] == '/') return snprintf(path, PATH_MAX, "%s", name), is_tracked(path);
  if (folder == AT_FDCWD ? !getcwd(start, sizeof start) : !path_of(folder, start)) return 0;
  return snprintf(path, PATH_MAX, "%.2000s/%.2000s", start, name), is_tracked(path);
}

static int is_regular(int file) {
  struct stat status;
  char path[PATH_MAX];
  return root_length && fstat(file, &status) == 0 && S_ISREG(status.st_mode) && path_of(file, path) &&
      is_tracked(path);
}

static int state(const char *name, int flags) {
  char path[PATH_MAX];
  snprintf(path, sizeof path, "%.3000s/.disk/%s", root, name);
  return (int)syscall(SYS_openat, AT_FDCWD, path, flags | O_CLOEXEC, 0600);
}

static void put(int file, const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t done = syscall(SYS_write, file, bytes, count);
    if (done <= 0) return;
    bytes += done, count -= (size_t)done;
  }
}

// The length of the log, which names what the next line needs.
static long log_length(void) {
  int log = state("log", O_RDONLY | O_CREAT);
  long length = lseek(log, 0, SEEK_END);
  syscall(SYS_close, log);
  return length;
}

static void note(const char *format, ...) {
  char line[3 * PATH_MAX];
  va_list values;
  va_start(values, format);
  int length = vsnprintf(line, sizeof line, format, values);
  va_end(values);
  int log = state("log", O_WRONLY | O_CREAT | O_APPEND);
  put(log, line, (size_t)length);
  syscall(SYS_close, log);
}

// Keeps the bytes of a file as those that are on the disk.
static void keep(int file, int replaces) {
  struct stat status;
  char name[64], bytes[1 << 16];
  if (fstat(file, &status) != 0) return;
  snprintf(name, sizeof name, "i%lu", (unsigned long)status.st_ino);
  int copy = state(name, O_WRONLY | O_CREAT | (replaces ? O_TRUNC : O_EXCL));
  if (copy < 0) return;
  // The descriptor may be for writing only.
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  int source = (int)syscall(SYS_openat, AT_FDCWD, link, O_RDONLY | O_CLOEXEC);
  for (ssize_t count; source >= 0 && (count = syscall(SYS_read, source, bytes, sizeof bytes)) > 0;)
    put(copy, bytes, (size_t)count);
  if (source >= 0) syscall(SYS_close, source);
  syscall(SYS_close, copy);
}

static void keep_path(const char *path) {
  int file = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  keep(file, 0);
  syscall(SYS_close, file);
}

// Gives a file that loses a name another one; returns its number.
static long spare(const char *path) {
  char other[PATH_MAX];
  long number = log_length();
  snprintf(other, sizeof other, "%.3000s/.disk/t%ld", root, number);
  return syscall(SYS_linkat, AT_FDCWD, path, AT_FDCWD, other, 0) == 0 ? number : -1;
}

// Counts a call; returns the error it has to fail with, or 0. Dies in `half` of it.
static int step(int kinds, void (*half)(void *), void *context) {
  calls++;
  if (calls == dies_at) {
    if (half) half(context);
    raise(SIGKILL);
  }
  int fails = fails_at && calls >= fails_at && calls < fails_at + fails_count;
  return fails && (fails_kinds & kinds) ? fails_with : 0;
}

#define FAIL(kinds) \
  do { \
    int error = step(kinds, NULL, NULL); \
    if (error) return errno = error, -1; \
  } while (0)

// MARK: Calls of the program

int pthread_create(
    pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument) {
  return EAGAIN;
}

// A file of random bytes in place of the device.
static int random_file(void) {
  unsigned char bytes[1 << 12];
  int file = memfd_create("random", MFD_CLOEXEC);
  fill(bytes, sizeof bytes);
  put(file, (char *)bytes, sizeof bytes);
  lseek(file, 0, SEEK_SET);
  return file;
}

ssize_t getrandom(void *bytes, size_t count, unsigned flags) { return fill(bytes, count), (ssize_t)count; }
int getentropy(void *bytes, size_t count) { return fill(bytes, count), 0; }
void arc4random_buf(void *bytes, size_t count) { fill(bytes, count); }
uint32_t arc4random(void) { return (uint32_t)drawn(&random_state); }

static int opened(int folder, const char *name, int flags, mode_t mode) {
  char path[PATH_MAX];
  if (strcmp(name, "/dev/urandom") == 0) return random_file();
  if (!(flags & (O_WRONLY | O_RDWR)) || !resolve(folder, name, path))
    return (int)syscall(SYS_openat, folder, name, flags, mode);
  int is_new = (flags & O_CREAT) && access(path, F_OK) != 0;
  if (is_new) FAIL(CHANGES | GROWS);
  else if (flags & O_TRUNC) keep_path(path);
  int file = (int)syscall(SYS_openat, folder, name, flags, mode);
  if (file < 0) return file;
  if (is_new) note("c %s\n", path);
  int error = errno;
  keep(file, 0);
  errno = error;
  return file;
}

#define MODE(flags) \
  mode_t mode = 0; \
  if (flags & (O_CREAT | O_TMPFILE)) { \
    va_list values; \
    va_start(values, flags); \
    mode = va_arg(values, mode_t); \
    va_end(values); \
  }

int open(const char *path, int flags, ...) {
  MODE(flags)
  return opened(AT_FDCWD, path, flags, mode);
}
int open64(const char *path, int flags, ...) {
  MODE(flags)
  return opened(AT_FDCWD, path, flags, mode);
}
int openat(int folder, const char *path, int flags, ...) {
  MODE(flags)
  return opened(folder, path, flags, mode);
}
int openat64(int folder, const char *path, int flags, ...) {
  MODE(flags)
  return opened(folder, path, flags, mode);
}
int creat(const char *path, mode_t mode) {
  return opened(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode);
}

struct piece {
  int file;
  const void *bytes;
  size_t count;
  off_t offset;
};

static ssize_t write_piece(struct piece *piece) {
  return piece->offset < 0 ? syscall(SYS_write, piece->file, piece->bytes, piece->count)
                           : syscall(SYS_pwrite64, piece->file, piece->bytes, piece->count, piece->offset);
}

static void write_half(void *context) {
  struct piece half = *(struct piece *)context;
  half.count /= 2;
  write_piece(&half);
}

static ssize_t written(struct piece piece) {
  if (is_regular(piece.file)) {
    keep(piece.file, 0);
    int error = step(CHANGES | GROWS, write_half, &piece);
    if (error) return errno = error, -1;
  }
  return write_piece(&piece);
}

ssize_t write(int file, const void *bytes, size_t count) {
  return written((struct piece){file, bytes, count, -1});
}
ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
  return written((struct piece){file, bytes, count, offset});
}
ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) {
  return written((struct piece){file, bytes, count, offset});
}

static int truncated(int file, off_t length) {
  if (is_regular(file)) {
    keep(file, 0);
    FAIL(CHANGES);
  }
  return (int)syscall(SYS_ftruncate, file, length);
}
int ftruncate(int file, off_t length) { return truncated(file, length); }
int ftruncate64(int file, off64_t length) { return truncated(file, length); }

static int synced(int file) {
  struct stat status;
  char path[PATH_MAX];
  if (!root_length || !path_of(file, path)) return 0;
  if (strcmp(path, root) != 0 && !is_tracked(path)) return 0;
  FAIL(SYNCS);
  if (unsynced[0] && strstr(path, unsynced)) return 0;
  if (fstat(file, &status) != 0) return -1;
  if (S_ISDIR(status.st_mode)) note("s\n");
  else keep(file, 1);
  return 0;
}
int fsync(int file) { return synced(file); }
int fdatasync(int file) { return synced(file); }

static int renamed(int from_folder, const char *from, int to_folder, const char *to, unsigned flags) {
  char old[PATH_MAX], new[PATH_MAX];
  if (resolve(from_folder, from, old) && resolve(to_folder, to, new)) {
    FAIL(CHANGES);
    long victim = spare(new);
    int code = (int)syscall(SYS_renameat2, from_folder, from, to_folder, to, flags);
    if (code == 0) note("r %ld\t%s\t%s\n", victim, old, new);
    return code;
  }
  return (int)syscall(SYS_renameat2, from_folder, from, to_folder, to, flags);
}
int rename(const char *from, const char *to) { return renamed(AT_FDCWD, from, AT_FDCWD, to, 0); }
int renameat(int from_folder, const char *from, int to_folder, const char *to) {
  return renamed(from_folder, from, to_folder, to, 0);
}
int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags) {
  return renamed(from_folder, from, to_folder, to, flags);
}

static int removed(int folder, const char *name, int flags) {
  char path[PATH_MAX];
  if (!resolve(folder, name, path)) return (int)syscall(SYS_unlinkat, folder, name, flags);
  FAIL(CHANGES);
  long victim = flags & AT_REMOVEDIR ? -1 : spare(path);
  int code = (int)syscall(SYS_unlinkat, folder, name, flags);
  if (code == 0) note("%c %ld\t%s\n", flags & AT_REMOVEDIR ? 'd' : 'u', victim, path);
  return code;
}
int unlink(const char *path) { return removed(AT_FDCWD, path, 0); }
int unlinkat(int folder, const char *path, int flags) { return removed(folder, path, flags); }
int rmdir(const char *path) { return removed(AT_FDCWD, path, AT_REMOVEDIR); }

static int made(int folder, const char *name, mode_t mode) {
  char path[PATH_MAX];
  int is_here = resolve(folder, name, path);
  if (is_here) FAIL(CHANGES | GROWS);
  int code = (int)syscall(SYS_mkdirat, folder, name, mode);
  if (is_here && code == 0) note("m %s\n", path);
  return code;
}
int mkdir(const char *path, mode_t mode) { return made(AT_FDCWD, path, mode); }
int mkdirat(int folder, const char *path, mode_t mode) { return made(folder, path, mode); }

static int linked(int from_folder, const char *from, int to_folder, const char *to, int flags) {
  char path[PATH_MAX];
  int is_here = resolve(to_folder, to, path);
  if (is_here) FAIL(CHANGES | GROWS);
  int code = (int)syscall(SYS_linkat, from_folder, from, to_folder, to, flags);
  if (is_here && code == 0) note("c %s\n", path);
  return code;
}
int link(const char *from, const char *to) { return linked(AT_FDCWD, from, AT_FDCWD, to, 0); }
int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags) {
  return linked(from_folder, from, to_folder, to, flags);
}

// MARK: A power failure

static uint64_t luck;

static uint64_t draw(void) { return drawn(&luck); }

static void undo(char *line) {
  char spared[PATH_MAX], *first = strchr(line, '\t'), *second = first ? strchr(first + 1, '\t') : NULL;
  long victim = first ? atol(line + 2) : -1;
  snprintf(spared, sizeof spared, "%.3000s/.disk/t%ld", root, victim);
  if (first) *first++ = 0;
  if (second) *second++ = 0;
  switch (line[0]) {
  case 'c': syscall(SYS_unlinkat, AT_FDCWD, line + 2, 0); break;
  case 'm': syscall(SYS_unlinkat, AT_FDCWD, line + 2, AT_REMOVEDIR); break;
  case 'd': syscall(SYS_mkdirat, AT_FDCWD, first, 0700); break;
  case 'u': syscall(SYS_linkat, AT_FDCWD, spared, AT_FDCWD, first, 0); break;
  case 'r':
    syscall(SYS_renameat2, AT_FDCWD, second, AT_FDCWD, first, 0);
    if (victim >= 0) syscall(SYS_linkat, AT_FDCWD, spared, AT_FDCWD, second, 0);
  }
}

// Undoes the last names, back to a random one after the last sync of a folder.
static void undo_names(void) {
  int log = state("log", O_RDONLY | O_CREAT);
  long length = lseek(log, 0, SEEK_END);
  char *text = calloc(1, (size_t)length + 1), **lines = calloc((size_t)length + 1, sizeof *lines);
  long count = 0, synced = 0;
  if (pread(log, text, (size_t)length, 0) != length) abort();
  for (char *line = text; *line; line = strchr(line, 0) + 1) {
    *strchr(line, '\n') = 0;
    if (line[0] == 's') synced = count;
    else lines[count++] = line;
  }
  long kept = synced + (long)(draw() % (uint64_t)(count - synced + 1));
  while (count > kept) undo(lines[--count]);
  free(lines), free(text);
  syscall(SYS_close, log);
}

static char *contents(int file, size_t *length) {
  struct stat status;
  if (fstat(file, &status) != 0 || status.st_size > MAX_FILE) abort();
  char *bytes = calloc(1, (size_t)status.st_size + 1);
  *length = (size_t)pread(file, bytes, (size_t)status.st_size, 0);
  return bytes;
}

// What of a file was not synced is lost, kept or mixed.
static int mix(const char *path, const struct stat *status, int type, struct FTW *place) {
  char name[64];
  snprintf(name, sizeof name, "i%lu", (unsigned long)status->st_ino);
  int image = type == FTW_F && is_tracked(path) ? state(name, O_RDONLY) : -1;
  if (image < 0) return 0;
  int file = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC);
  size_t old_length, new_length;
  char *old = contents(image, &old_length), *new = contents(file, &new_length);
  uint64_t fate = draw() % 4;
  if (fate != 0 && (old_length != new_length || memcmp(old, new, old_length) != 0)) {
    size_t length = fate == 1 || draw() % 2 ? old_length : new_length;
    char *bytes = calloc(1, length + 1);
    for (size_t start = 0; start < length; start += SECTOR) {
      size_t end = start + SECTOR < length ? start + SECTOR : length;
      int is_old = fate == 1 || draw() % 2;
      size_t known = is_old ? old_length : new_length;
      if (known > start) memcpy(bytes + start, (is_old ? old : new) + start, (known < end ? known : end) - start);
    }
    if (syscall(SYS_ftruncate, file, 0) == 0) lseek(file, 0, SEEK_SET), put(file, bytes, length);
    free(bytes);
  }
  free(old), free(new);
  syscall(SYS_close, file), syscall(SYS_close, image);
  return 0;
}

static int delete(const char *path, const struct stat *status, int type, struct FTW *place) {
  syscall(SYS_unlinkat, AT_FDCWD, path, type == FTW_DP ? AT_REMOVEDIR : 0);
  return 0;
}

// Brings a machine to a state that its disk may have after a power failure.
void disk_crash(const char *folder, uint64_t seed) {
  char kept[PATH_MAX];
  disk_machine(folder);
  luck = seed;
  undo_names();
  nftw(folder, mix, 32, FTW_PHYS);
  snprintf(kept, sizeof kept, "%.3000s/.disk", folder);
  nftw(kept, delete, 32, FTW_PHYS | FTW_DEPTH);
  syscall(SYS_mkdirat, AT_FDCWD, kept, 0700);
  disk_machine("");
}
