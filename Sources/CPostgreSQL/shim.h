// The interface of libpq for Swift, with waiting for a result.
#pragma once
#include <dlfcn.h>
#include <errno.h>
#if __has_include(<postgresql/libpq-fe.h>)
#include <postgresql/libpq-fe.h>  // Debian
#else
#include <libpq-fe.h>
#endif
#include <poll.h>
#include <stdbool.h>
#include <time.h>

// Characters, which Swift does not import.
enum { market_pq_sqlstate = PG_DIAG_SQLSTATE, market_pq_message = PG_DIAG_MESSAGE_PRIMARY };

/// Whether libpq is installed: a market in a folder does without, where libpq is loaded on first use.
static inline bool market_pq_is_installed(void) {
#ifdef __linux__
  return dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL) != NULL;
#else
  return true;
#endif
}

/// Whether bytes or the end of the stream have arrived, which an idle connection does not expect.
static inline bool market_pq_has_input(const PGconn *_Nonnull connection) {
  struct pollfd item = {PQsocket(connection), POLLIN, 0};
  return poll(&item, 1, 0) != 0;
}

/// Whether the request worked.
static inline bool market_pq_is_success(const PGresult *_Nonnull result) {
  ExecStatusType status = PQresultStatus(result);
  return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK || status == PGRES_COPY_IN;
}

static inline long long market_pq_now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000LL + time.tv_nsec / 1000000;
}

/// Waits until a result can be fetched without blocking; returns false after the deadline.
static inline bool market_pq_wait_for_result(PGconn *_Nonnull connection, long long deadline) {
  for (;;) {
    int pending = PQflush(connection);
    if (pending < 0 || !PQisBusy(connection)) return true;
    long long rest = deadline - market_pq_now();
    if (rest <= 0) return false;
    struct pollfd item = {PQsocket(connection), POLLIN | (pending ? POLLOUT : 0), 0};
    int found = poll(&item, 1, (int)rest);
    if (found < 0 && errno != EINTR) return true;
    // A lost connection is an error result, which PQgetResult returns.
    if (found > 0 && !PQconsumeInput(connection)) return true;
  }
}

/// Waits for the result of the last request. Returns the first failed or else the last result;
/// NULL after `milliseconds`, or if the connection is lost.
static inline PGresult *_Nullable market_pq_wait(PGconn *_Nonnull connection, int milliseconds) {
  long long deadline = market_pq_now() + milliseconds;
  PGresult *kept = NULL;
  for (;;) {
    if (!market_pq_wait_for_result(connection, deadline)) {
      PQclear(kept);
      return NULL;
    }
    PGresult *next = PQgetResult(connection);
    if (!next) return kept;
    if (kept && !market_pq_is_success(kept)) {
      PQclear(next);
    } else {
      PQclear(kept);
      kept = next;
    }
    // It is the result until the copy ends.
    if (PQresultStatus(next) == PGRES_COPY_IN) return kept;
  }
}

/// Asks the server to end what it does for the connection, and waits until it was told so.
static inline void market_pq_cancel(PGconn *_Nonnull connection) {
  char problem[256];
  PGcancel *cancel = PQgetCancel(connection);
  if (!cancel) return;
  PQcancel(cancel, problem, sizeof problem);
  PQfreeCancel(cancel);
}
