#ifndef CPOSTGRESQL_H
#define CPOSTGRESQL_H

// libpq, loaded when it is first used, so that a program that needs no PostgreSQL does not pay for
// it. The functions have the names and meanings of libpq's, which are stable since version 9, with
// another prefix.

#include <stddef.h>

typedef struct pg_conn cpg_connection;
typedef struct pg_result cpg_result;

/// Loads libpq. Returns NULL, or the reason why it cannot be loaded. Thread-safe.
const char *cpg_load(void);
/// The version of libpq, such as 150018; 0 if it is not loaded.
int cpg_library_version(void);

/// Whether a connection string has a password in it: 1 or 0; -1 if it is malformed, and then
/// `problem` gets the reason.
int cpg_has_password(const char *info, char *problem, size_t size);
/// Connects; `keys` and `values` end with NULL. A value of "dbname" may be a URL.
cpg_connection *cpg_connect(const char *const *keys, const char *const *values);
void cpg_finish(cpg_connection *connection);
/// Whether the connection works, as far as is known.
int cpg_is_connected(const cpg_connection *connection);
/// Whether no transaction is open.
int cpg_is_idle(const cpg_connection *connection);
/// Whether bytes or the end of the stream have arrived, which an idle connection does not expect.
int cpg_has_input(const cpg_connection *connection);
const char *cpg_error(const cpg_connection *connection);
int cpg_server_version(const cpg_connection *connection);
const char *cpg_parameter(const cpg_connection *connection, const char *name);

/// Each of these sends a request and returns whether that worked.
int cpg_send(cpg_connection *connection, const char *script);
int cpg_send_prepare(cpg_connection *connection, const char *name, const char *sql);
int cpg_send_prepared(
  cpg_connection *connection, const char *name, int count, const char *const *values,
  const int *lengths, const int *formats, int result_format);
/// Sends bytes of a copy, after the result of the request that starts it.
int cpg_put_copy(cpg_connection *connection, const void *bytes, int count);
/// Ends a copy; with a `problem`, nothing is copied.
int cpg_end_copy(cpg_connection *connection, const char *problem);
/// Waits for the result of the last request. Returns the first failed or else the last result;
/// NULL after `milliseconds`, or if the connection is lost.
cpg_result *cpg_wait(cpg_connection *connection, int milliseconds);

/// Whether the request worked.
int cpg_is_success(const cpg_result *result);
/// The five characters of SQLSTATE, or NULL.
const char *cpg_sqlstate(const cpg_result *result);
/// The message without details and hints, which may contain values; or NULL.
const char *cpg_message(const cpg_result *result);
int cpg_rows(const cpg_result *result);
const char *cpg_affected(cpg_result *result);
int cpg_is_null(const cpg_result *result, int row, int column);
const char *cpg_value(const cpg_result *result, int row, int column);
int cpg_length(const cpg_result *result, int row, int column);
void cpg_clear(cpg_result *result);

#endif
