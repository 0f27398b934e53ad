// The part of zlib that compresses responses.
#pragma once
#include <string.h>
#include <zlib.h>

/// Compresses bytes in the format of gzip; deflateInit2 is a macro.
///
/// Returns the compressed size, or 0 if that exceeds `capacity` or memory is short.
static inline size_t market_gzip(const unsigned char *input, size_t count, unsigned char *output,
                                 size_t capacity, int level) {
  z_stream stream;
  memset(&stream, 0, sizeof stream);
  // A window of 16 KB (14; 16 more selects gzip) and small tables (6): to clear the tables of the
  // defaults takes longer than to compress a page.
  if (deflateInit2(&stream, level, Z_DEFLATED, 14 + 16, 6, Z_DEFAULT_STRATEGY) != Z_OK) return 0;
  stream.next_in = (Bytef *)input;
  stream.avail_in = (uInt)count;
  stream.next_out = output;
  stream.avail_out = (uInt)capacity;
  size_t size = deflate(&stream, Z_FINISH) == Z_STREAM_END ? stream.total_out : 0;
  deflateEnd(&stream);
  return size;
}
