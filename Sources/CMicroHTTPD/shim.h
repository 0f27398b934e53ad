// libmicrohttpd for Swift, with wrappers for variadic functions and macros.
#pragma once
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include <microhttpd.h>
#include <string.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

/// The settings of a daemon. `context` is passed to every callback.
struct market_daemon_setup {
  /// The number of connections; the library closes others without a response.
  unsigned int connection_limit;
  /// The number of threads that share the connections; 0 gives each connection a thread.
  unsigned int workers;
  /// The bytes for the header section and the read buffer of one connection.
  size_t connection_memory;
  size_t stack_size;
  /// A certificate chain and its key in PEM form; both NULL for a server without TLS. The daemon
  /// reads them only while it starts.
  const char *certificate;
  const char *key;
  void *context;
  void *(*target_received)(void *context, const char *target, struct MHD_Connection *connection);
  MHD_AccessHandlerCallback request;
  MHD_RequestCompletedCallback completed;
  MHD_NotifyConnectionCallback connection;
};

/// Leaves a target as it was sent. The library's default decodes it before the server sees it.
static inline size_t market_leave_escaped(void *context, struct MHD_Connection *connection,
                                          char *text) {
  (void)context;
  (void)connection;
  return strlen(text);
}

/// Starts a daemon; MHD_start_daemon is variadic.
///
/// The daemon does not listen: connections are passed to MHD_add_connection. POLL, because select()
/// supports descriptors below 1,024 only. ITC, because the daemon joins the threads of closed
/// connections when it is woken. The library's error log stays off: it would print untrusted text to the
/// terminal.
static inline struct MHD_Daemon *market_daemon_start(const struct market_daemon_setup *setup) {
  const int is_secure = setup->certificate && setup->key;
  // Older versions of TLS are insecure, and current phone apps support 1.2.
  struct MHD_OptionItem tls[] = {
      {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)setup->certificate},
      {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)setup->key},
      {MHD_OPTION_HTTPS_PRIORITIES, 0, (void *)"NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2"},
      {MHD_OPTION_END, 0, NULL}};
  struct MHD_OptionItem pool[] = {
      {MHD_OPTION_THREAD_POOL_SIZE, setup->workers, NULL}, {MHD_OPTION_END, 0, NULL}};
  struct MHD_OptionItem none[] = {{MHD_OPTION_END, 0, NULL}};
  // A pool of one thread is an error for the library.
  const int is_shared = setup->workers > 1;
  return MHD_start_daemon(
      MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_POLL | MHD_USE_ITC | MHD_USE_NO_LISTEN_SOCKET |
          (setup->workers > 0 ? 0 : MHD_USE_THREAD_PER_CONNECTION) | (is_secure ? MHD_USE_TLS : 0),
      0, NULL, NULL, setup->request, setup->context,
      MHD_OPTION_CONNECTION_LIMIT, setup->connection_limit,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, setup->connection_memory,
      MHD_OPTION_THREAD_STACK_SIZE, setup->stack_size,
      MHD_OPTION_URI_LOG_CALLBACK, setup->target_received, setup->context,
      MHD_OPTION_UNESCAPE_CALLBACK, market_leave_escaped, NULL,
      MHD_OPTION_NOTIFY_COMPLETED, setup->completed, setup->context,
      MHD_OPTION_NOTIFY_CONNECTION, setup->connection, setup->context,
      MHD_OPTION_ARRAY, is_secure ? tls : none,
      MHD_OPTION_ARRAY, is_shared ? pool : none,
      MHD_OPTION_END);
}

/// Whether a certificate chain and a private key, both in PEM form, are whole and belong together.
static inline int market_identity_fits(const char *certificate, const char *key) {
  gnutls_certificate_credentials_t credentials;
  if (gnutls_certificate_allocate_credentials(&credentials) != 0) return 0;
  const gnutls_datum_t chain = {(unsigned char *)certificate, (unsigned)strlen(certificate)};
  const gnutls_datum_t secret = {(unsigned char *)key, (unsigned)strlen(key)};
  const int result =
      gnutls_certificate_set_x509_key_mem(credentials, &chain, &secret, GNUTLS_X509_FMT_PEM);
  gnutls_certificate_free_credentials(credentials);
  return result >= 0;
}

/// Reads the first certificate in PEM form: the seconds since 1970 at which it begins and ends, and its
/// host names, each followed by a NUL, as far as they fit. Returns the bytes of the names, or -1.
static inline int market_certificate_facts(const char *text, long long *begin, long long *end,
                                           char *names, size_t capacity) {
  gnutls_x509_crt_t certificate;
  if (gnutls_x509_crt_init(&certificate) != 0) return -1;
  const gnutls_datum_t bytes = {(unsigned char *)text, (unsigned)strlen(text)};
  size_t used = 0;
  const int result = gnutls_x509_crt_import(certificate, &bytes, GNUTLS_X509_FMT_PEM);
  if (result == 0) {
    *begin = gnutls_x509_crt_get_activation_time(certificate);
    *end = gnutls_x509_crt_get_expiration_time(certificate);
    for (unsigned index = 0; used < capacity; index++) {
      size_t size = capacity - used - 1;
      const int kind =
          gnutls_x509_crt_get_subject_alt_name(certificate, index, names + used, &size, NULL);
      if (kind < 0) break;
      if (kind != GNUTLS_SAN_DNSNAME) continue;
      names[used + size] = 0;
      used += strlen(names + used) + 1;
    }
  }
  gnutls_x509_crt_deinit(certificate);
  return result == 0 ? (int)used : -1;
}

/// The number of connections that a daemon serves; MHD_get_daemon_info is variadic.
static inline unsigned int market_daemon_connections(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info =
      MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_CURRENT_CONNECTIONS);
  return info ? info->num_connections : 0;
}

/// The descriptor of a connection, or -1; MHD_get_connection_info is variadic.
static inline int market_connection_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

/// The pointer that the connection callback stored with the connection, or NULL.
static inline void *market_connection_context(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : NULL;
}

/// Limits the number of separate heaps, in which freed memory of other threads is not reused. The
/// default is eight per core.
static inline void market_limit_heaps(int count) {
#ifdef __GLIBC__
  mallopt(M_ARENA_MAX, count);
#else
  (void)count;
#endif
}
