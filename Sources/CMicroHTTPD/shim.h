// What Swift sees of the library; wrappers stand here only where a call is variadic or a macro.
#pragma once
#include <microhttpd.h>
#include <string.h>

/// What a daemon is started with. `context` is handed to every callback.
struct market_daemon_setup {
  int listening_socket;
  /// Connections in all and of one address; the library closes those beyond without a word.
  unsigned int connection_limit;
  unsigned int address_limit;
  /// Bytes for the header section and the read buffer of one connection.
  size_t connection_memory;
  size_t stack_size;
  /// A certificate chain and its key as PEM; both NULL for a server without TLS. They are read
  /// while the daemon starts, not later.
  const char *certificate;
  const char *key;
  void *context;
  void *(*target_received)(void *context, const char *target, struct MHD_Connection *connection);
  MHD_AccessHandlerCallback request;
  MHD_RequestCompletedCallback completed;
  MHD_NotifyConnectionCallback connection;
};

/// Targets stay as they were sent: the library would decode them before anybody could look.
static inline size_t market_leave_escaped(void *context, struct MHD_Connection *connection,
                                          char *text) {
  (void)context;
  (void)connection;
  return strlen(text);
}

/// MHD_start_daemon is variadic. POLL, because select() knows descriptors below 1,024 only; ITC,
/// because a daemon without it cannot be quiesced. The library's messages stay off: it would write
/// what a stranger sent to the terminal.
static inline struct MHD_Daemon *market_daemon_start(const struct market_daemon_setup *setup) {
  const int is_secure = setup->certificate && setup->key;
  // The older versions of TLS are broken; every phone app of today speaks 1.2.
  struct MHD_OptionItem tls[] = {
      {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)setup->certificate},
      {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)setup->key},
      {MHD_OPTION_HTTPS_PRIORITIES, 0, (void *)"NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2"},
      {MHD_OPTION_END, 0, NULL}};
  struct MHD_OptionItem none[] = {{MHD_OPTION_END, 0, NULL}};
  return MHD_start_daemon(
      MHD_USE_THREAD_PER_CONNECTION | MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_POLL |
          MHD_USE_ITC | (is_secure ? MHD_USE_TLS : 0),
      0, NULL, NULL, setup->request, setup->context,
      MHD_OPTION_LISTEN_SOCKET, setup->listening_socket,
      MHD_OPTION_CONNECTION_LIMIT, setup->connection_limit,
      MHD_OPTION_PER_IP_CONNECTION_LIMIT, setup->address_limit,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, setup->connection_memory,
      MHD_OPTION_THREAD_STACK_SIZE, setup->stack_size,
      MHD_OPTION_URI_LOG_CALLBACK, setup->target_received, setup->context,
      MHD_OPTION_UNESCAPE_CALLBACK, market_leave_escaped, NULL,
      MHD_OPTION_NOTIFY_COMPLETED, setup->completed, setup->context,
      MHD_OPTION_NOTIFY_CONNECTION, setup->connection, setup->context,
      MHD_OPTION_ARRAY, is_secure ? tls : none,
      MHD_OPTION_END);
}

/// MHD_get_connection_info is variadic: the descriptor of a connection, -1 if unknown.
static inline int market_connection_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

/// The address of the other end, NULL if unknown.
static inline const struct sockaddr *market_connection_peer(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  return info ? info->client_addr : NULL;
}

/// What the connection callback left with the connection, NULL if nothing.
static inline void *market_connection_context(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : NULL;
}
