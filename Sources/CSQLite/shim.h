// What Swift sees of the library; wrappers stand here only where a call is variadic or a macro.
#pragma once
#include <pthread.h>
#include <sqlite3.h>
#include <stdint.h>
#include <sys/stat.h>

// SQLITE_TRANSIENT is a cast that Swift cannot import: SQLite copies the bytes before it returns.
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

// Waits for another connection's lock, 2 ms at a time, for about `limit` milliseconds. SQLite's own
// waiting sleeps up to 100 ms, and meanwhile busier writers take every turn: of six processes that
// wrote 500 rows each, the last was done after 3.9 s with it and after 0.9 s with this.
static inline int csqlite_wait_again(void *limit, int waited) {
  if (waited >= (intptr_t)limit / 2) return 0;
  sqlite3_sleep(2);
  return 1;
}

static inline void csqlite_set_waiting(sqlite3 *database, int milliseconds) {
  (void)sqlite3_busy_handler(database, csqlite_wait_again, (void *)(intptr_t)milliseconds);
}

// Makes an empty file of mode 0600 unless there is one. It must not be opened and closed for that:
// closing any descriptor of a file drops the locks that SQLite holds on it in this process. Where
// the system refuses mknod, SQLite creates the file itself, with the modes of the umask.
static inline void csqlite_create_private(const char *path) {
  (void)mknod(path, S_IFREG | 0600, 0);
}
