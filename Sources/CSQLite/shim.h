// The SQLite API for Swift, with wrappers for what Swift cannot import or SQLite lacks.
#pragma once
#include <pthread.h>
#include <sqlite3.h>
#include <stdint.h>
#include <sys/stat.h>
#include <time.h>

// SQLITE_TRANSIENT is a cast that Swift cannot import. It makes SQLite copy the bytes.
static inline int csqlite_bind_text(
    sqlite3_stmt *statement, int index, const char *bytes, uint64_t length) {
  return sqlite3_bind_text64(statement, index, bytes, length, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline int csqlite_bind_blob(
    sqlite3_stmt *statement, int index, const void *bytes, uint64_t length) {
  return sqlite3_bind_blob64(statement, index, bytes, length, SQLITE_TRANSIENT);
}

// pthread_t is a number on Linux and a pointer elsewhere.
static inline uintptr_t csqlite_current_thread(void) { return (uintptr_t)pthread_self(); }

// A busy handler that polls for another connection's lock every 2 ms, for about `limit`
// milliseconds. SQLite's own handler backs off to 100 ms, so a writer can starve: of six processes
// that each wrote 500 rows, the slowest took 3.9 s with it and takes 0.9 s with this one.
static inline int csqlite_wait_again(void *limit, int waited) {
  if (waited >= (intptr_t)limit / 2) return 0;
  sqlite3_sleep(2);
  return 1;
}

static inline void csqlite_set_waiting(sqlite3 *database, int milliseconds) {
  (void)sqlite3_busy_handler(database, csqlite_wait_again, (void *)(intptr_t)milliseconds);
}

// Creates an empty file with mode 0600 if there is none. open() and close() would be wrong: closing
// any descriptor of a file releases the locks that SQLite holds on it in this process. If the
// system refuses mknod, SQLite creates the file itself, with a mode that depends on the umask.
static inline void csqlite_create_private(const char *path) {
  (void)mknod(path, S_IFREG | 0600, 0);
}

// Keeps what a statement would need to undo its changes in memory, up to 96 KB instead of 64 KB.
// Above that, SQLite writes each changed page to a temporary file before it writes the page itself.
// At the limit it writes all of it at once, and the length of a write is masked with 0x1ffff: a limit
// of 128 KB or more fails with SQLITE_FULL. Has to be called before the first connection is opened.
static inline void csqlite_configure(void) {
  (void)sqlite3_config(SQLITE_CONFIG_STMTJRNL_SPILL, 96 << 10);
}

// The time of a clock that only grows, in milliseconds.
static inline intptr_t csqlite_milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (intptr_t)(now.tv_sec * 1000 + now.tv_nsec / 1000000);
}

static inline int csqlite_is_late(void *deadline) {
  return csqlite_milliseconds() >= (intptr_t)deadline;
}

// Ends statements with SQLITE_INTERRUPT after about `milliseconds` from now; a negative number
// removes the limit. SQLite asks every 1000 steps of its virtual machine, a fraction of 1 ms.
static inline void csqlite_limit_time(sqlite3 *database, int64_t milliseconds) {
  if (milliseconds < 0) {
    sqlite3_progress_handler(database, 0, NULL, NULL);
  } else {
    intptr_t deadline = csqlite_milliseconds() + (intptr_t)milliseconds;
    sqlite3_progress_handler(database, 1000, csqlite_is_late, (void *)deadline);
  }
}
