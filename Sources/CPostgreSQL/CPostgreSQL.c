#include "CPostgreSQL.h"

#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

// libpq-fe.h, the public header of libpq; the numbers are part of its stable interface.
struct option {
  char *keyword, *envvar, *compiled, *val, *label, *dispchar;
  int dispsize;
};
enum { CONNECTION_OK = 0, TRANSACTION_IDLE = 0, COMMAND_OK = 1, TUPLES_OK = 2, COPY_IN = 4 };
enum { DIAG_SQLSTATE = 'C', DIAG_MESSAGE = 'M' };

static struct {
  int (*libVersion)(void);
  struct option *(*conninfoParse)(const char *, char **);
  void (*conninfoFree)(struct option *);
  void (*freemem)(void *);
  cpg_connection *(*connectdbParams)(const char *const *, const char *const *, int);
  void (*finish)(cpg_connection *);
  int (*status)(const cpg_connection *);
  int (*transactionStatus)(const cpg_connection *);
  char *(*errorMessage)(const cpg_connection *);
  int (*serverVersion)(const cpg_connection *);
  const char *(*parameterStatus)(const cpg_connection *, const char *);
  int (*socket)(const cpg_connection *);
  void *(*setNoticeProcessor)(cpg_connection *, void (*)(void *, const char *), void *);
  int (*sendQuery)(cpg_connection *, const char *);
  int (*sendPrepare)(cpg_connection *, const char *, const char *, int, const unsigned *);
  int (*sendQueryPrepared)(
    cpg_connection *, const char *, int, const char *const *, const int *, const int *, int);
  int (*putCopyData)(cpg_connection *, const char *, int);
  int (*putCopyEnd)(cpg_connection *, const char *);
  int (*flush)(cpg_connection *);
  int (*consumeInput)(cpg_connection *);
  int (*isBusy)(cpg_connection *);
  cpg_result *(*getResult)(cpg_connection *);
  int (*resultStatus)(const cpg_result *);
  char *(*resultErrorField)(const cpg_result *, int);
  int (*ntuples)(const cpg_result *);
  char *(*cmdTuples)(cpg_result *);
  int (*getisnull)(const cpg_result *, int, int);
  char *(*getvalue)(const cpg_result *, int, int);
  int (*getlength)(const cpg_result *, int, int);
  void (*clear)(cpg_result *);
} pq;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static const char *problem = "libpq is not loaded";

static void load(void) {
#ifdef __APPLE__
  void *library = dlopen("libpq.5.dylib", RTLD_NOW | RTLD_LOCAL);
#else
  void *library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
#endif
  if (!library) {
    problem = "libpq is missing; install the package libpq5";
    return;
  }
  struct {
    void *pointer;
    const char *name;
  } symbols[] = {
    {&pq.libVersion, "PQlibVersion"}, {&pq.conninfoParse, "PQconninfoParse"},
    {&pq.conninfoFree, "PQconninfoFree"}, {&pq.freemem, "PQfreemem"},
    {&pq.connectdbParams, "PQconnectdbParams"}, {&pq.finish, "PQfinish"},
    {&pq.status, "PQstatus"}, {&pq.transactionStatus, "PQtransactionStatus"},
    {&pq.errorMessage, "PQerrorMessage"}, {&pq.serverVersion, "PQserverVersion"},
    {&pq.parameterStatus, "PQparameterStatus"}, {&pq.socket, "PQsocket"},
    {&pq.setNoticeProcessor, "PQsetNoticeProcessor"}, {&pq.sendQuery, "PQsendQuery"},
    {&pq.sendPrepare, "PQsendPrepare"}, {&pq.sendQueryPrepared, "PQsendQueryPrepared"},
    {&pq.putCopyData, "PQputCopyData"}, {&pq.putCopyEnd, "PQputCopyEnd"},
    {&pq.flush, "PQflush"}, {&pq.consumeInput, "PQconsumeInput"}, {&pq.isBusy, "PQisBusy"},
    {&pq.getResult, "PQgetResult"}, {&pq.resultStatus, "PQresultStatus"},
    {&pq.resultErrorField, "PQresultErrorField"}, {&pq.ntuples, "PQntuples"},
    {&pq.cmdTuples, "PQcmdTuples"}, {&pq.getisnull, "PQgetisnull"},
    {&pq.getvalue, "PQgetvalue"}, {&pq.getlength, "PQgetlength"}, {&pq.clear, "PQclear"},
  };
  for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
    void *function = dlsym(library, symbols[i].name);
    if (!function) {
      problem = "this libpq is too old";
      return;
    }
    // A function pointer has the size of a data pointer wherever dlsym exists.
    memcpy(symbols[i].pointer, &function, sizeof function);
  }
  problem = NULL;
}

const char *cpg_load(void) {
  pthread_once(&once, load);
  return problem;
}

int cpg_library_version(void) { return cpg_load() ? 0 : pq.libVersion(); }

int cpg_has_password(const char *info, char *reason, size_t size) {
  char *message = NULL;
  struct option *options = pq.conninfoParse(info, &message);
  if (!options) {
    snprintf(reason, size, "%s", message ? message : "out of memory");
    if (message) pq.freemem(message);
    return -1;
  }
  int found = 0;
  for (struct option *option = options; option->keyword; option++)
    if (option->val && (!strcmp(option->keyword, "password") || !strcmp(option->keyword, "sslpassword")))
      found = 1;
  pq.conninfoFree(options);
  return found;
}

// Notices would be printed on stderr.
static void ignore(void *context, const char *message) {
  (void)context;
  (void)message;
}

cpg_connection *cpg_connect(const char *const *keys, const char *const *values) {
  cpg_connection *connection = pq.connectdbParams(keys, values, 1);
  if (connection) pq.setNoticeProcessor(connection, ignore, NULL);
  return connection;
}

void cpg_finish(cpg_connection *connection) { pq.finish(connection); }
int cpg_is_connected(const cpg_connection *connection) {
  return pq.status(connection) == CONNECTION_OK;
}
int cpg_is_idle(const cpg_connection *connection) {
  return pq.transactionStatus(connection) == TRANSACTION_IDLE;
}
int cpg_has_input(const cpg_connection *connection) {
  struct pollfd item = {pq.socket(connection), POLLIN, 0};
  return poll(&item, 1, 0) != 0;
}
const char *cpg_error(const cpg_connection *connection) { return pq.errorMessage(connection); }
int cpg_server_version(const cpg_connection *connection) { return pq.serverVersion(connection); }
const char *cpg_parameter(const cpg_connection *connection, const char *name) {
  return pq.parameterStatus(connection, name);
}

int cpg_send(cpg_connection *connection, const char *script) {
  return pq.sendQuery(connection, script);
}
int cpg_send_prepare(cpg_connection *connection, const char *name, const char *sql) {
  return pq.sendPrepare(connection, name, sql, 0, NULL);
}
int cpg_send_prepared(
  cpg_connection *connection, const char *name, int count, const char *const *values,
  const int *lengths, const int *formats, int result_format) {
  return pq.sendQueryPrepared(connection, name, count, values, lengths, formats, result_format);
}

int cpg_put_copy(cpg_connection *connection, const void *bytes, int count) {
  return pq.putCopyData(connection, bytes, count);
}
int cpg_end_copy(cpg_connection *connection, const char *problem) {
  return pq.putCopyEnd(connection, problem);
}

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000LL + time.tv_nsec / 1000000;
}

// Waits until a result can be fetched without blocking; returns 0 after the deadline.
static int wait_for_result(cpg_connection *connection, long long deadline) {
  for (;;) {
    int pending = pq.flush(connection);
    if (pending < 0 || !pq.isBusy(connection)) return 1;
    long long rest = deadline - now();
    if (rest <= 0) return 0;
    struct pollfd item = {pq.socket(connection), POLLIN | (pending ? POLLOUT : 0), 0};
    int found = poll(&item, 1, (int)rest);
    if (found < 0 && errno != EINTR) return 1;
    // A lost connection is an error result, which `getResult` returns.
    if (found > 0 && !pq.consumeInput(connection)) return 1;
  }
}

cpg_result *cpg_wait(cpg_connection *connection, int milliseconds) {
  long long deadline = now() + milliseconds;
  cpg_result *kept = NULL;
  for (;;) {
    if (!wait_for_result(connection, deadline)) {
      if (kept) pq.clear(kept);
      return NULL;
    }
    cpg_result *next = pq.getResult(connection);
    if (!next) return kept;
    if (kept && !cpg_is_success(kept)) {
      pq.clear(next);
    } else {
      if (kept) pq.clear(kept);
      kept = next;
    }
    // It is the result until the copy ends.
    if (pq.resultStatus(next) == COPY_IN) return kept;
  }
}

int cpg_is_success(const cpg_result *result) {
  int status = pq.resultStatus(result);
  return status == COMMAND_OK || status == TUPLES_OK || status == COPY_IN;
}
const char *cpg_sqlstate(const cpg_result *result) {
  return pq.resultErrorField(result, DIAG_SQLSTATE);
}
const char *cpg_message(const cpg_result *result) {
  return pq.resultErrorField(result, DIAG_MESSAGE);
}
int cpg_rows(const cpg_result *result) { return pq.ntuples(result); }
const char *cpg_affected(cpg_result *result) { return pq.cmdTuples(result); }
int cpg_is_null(const cpg_result *result, int row, int column) {
  return pq.getisnull(result, row, column);
}
const char *cpg_value(const cpg_result *result, int row, int column) {
  return pq.getvalue(result, row, column);
}
int cpg_length(const cpg_result *result, int row, int column) {
  return pq.getlength(result, row, column);
}
void cpg_clear(cpg_result *result) { pq.clear(result); }
