// The translations of the program's texts, in the MO format of GNU gettext.
#pragma once
#include <stddef.h>
#include <stdint.h>

typedef struct {
  // An ISO 639 code, such as ko.
  const char *language;
  const uint8_t *bytes;
  size_t size;
} catalog;

extern const size_t catalog_count;
catalog catalog_at(size_t index);
