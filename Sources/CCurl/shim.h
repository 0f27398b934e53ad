// The interface of libcurl for Swift, with wrappers for variadic functions.
#pragma once
// The type checks in the header need constant options; the wrappers below are typed instead.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

// curl_easy_setopt, curl_easy_getinfo and curl_multi_setopt are variadic: one wrapper for each type.

static inline CURLcode market_curl_set_long(CURL *_Nonnull handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode market_curl_set_offset(
    CURL *_Nonnull handle, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode market_curl_set_text(
    CURL *_Nonnull handle, CURLoption option, const char *_Nonnull value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode market_curl_set_pointer(
    CURL *_Nonnull handle, CURLoption option, void *_Nullable value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode market_curl_set_headers(
    CURL *_Nonnull handle, struct curl_slist *_Nullable list) {
  return curl_easy_setopt(handle, CURLOPT_HTTPHEADER, list);
}

typedef size_t (*market_curl_data_callback)(
    char *_Nullable bytes, size_t size, size_t count, void *_Nullable context);

/// Sets CURLOPT_WRITEFUNCTION, CURLOPT_HEADERFUNCTION or CURLOPT_READFUNCTION.
static inline CURLcode market_curl_on_data(
    CURL *_Nonnull handle, CURLoption option, market_curl_data_callback _Nonnull callback) {
  return curl_easy_setopt(handle, option, callback);
}

typedef int (*market_curl_seek_callback)(
    void *_Nullable context, curl_off_t offset, int origin);

static inline CURLcode market_curl_on_seek(
    CURL *_Nonnull handle, market_curl_seek_callback _Nonnull callback) {
  return curl_easy_setopt(handle, CURLOPT_SEEKFUNCTION, callback);
}

typedef int (*market_curl_progress_callback)(
    void *_Nullable context, curl_off_t to_receive, curl_off_t received, curl_off_t to_send,
    curl_off_t sent);

static inline CURLcode market_curl_on_progress(
    CURL *_Nonnull handle, market_curl_progress_callback _Nonnull callback) {
  return curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, callback);
}

typedef int (*market_curl_begin_callback)(
    void *_Nullable context, char *_Nullable remote, char *_Nullable local, int remote_port,
    int local_port);

/// Sets the function that is called on an open connection before the request is sent.
static inline CURLcode market_curl_on_begin(
    CURL *_Nonnull handle, market_curl_begin_callback _Nonnull callback) {
  return curl_easy_setopt(handle, CURLOPT_PREREQFUNCTION, callback);
}

static inline CURLcode market_curl_get_long(
    CURL *_Nonnull handle, CURLINFO info, long *_Nonnull value) {
  return curl_easy_getinfo(handle, info, value);
}

/// Gets a text that the handle owns.
static inline CURLcode market_curl_get_text(
    CURL *_Nonnull handle, CURLINFO info, const char *_Nullable *_Nonnull value) {
  return curl_easy_getinfo(handle, info, value);
}

static inline CURLMcode market_curl_multi_set_long(
    CURLM *_Nonnull multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}

/// Returns the next finished transfer and its result, or NULL if there is none.
///
/// A message has a union, which is awkward to read in Swift.
static inline CURL *_Nullable market_curl_next_finished(
    CURLM *_Nonnull multi, CURLcode *_Nonnull result) {
  int left;
  struct CURLMsg *message;
  while ((message = curl_multi_info_read(multi, &left))) {
    if (message->msg == CURLMSG_DONE) {
      *result = message->data.result;
      return message->easy_handle;
    }
  }
  return NULL;
}
