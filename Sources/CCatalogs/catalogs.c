// Made by scripts/catalogs --update.
#include "CCatalogs.h"

// #embed is C23. The compiler accepts it in every mode, with a warning.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t ko[] = {
#embed "../Messages/Catalogs/ko.mo"
};

static const catalog catalogs[] = {
  {"ko", ko, sizeof ko},
};

const size_t catalog_count = sizeof catalogs / sizeof catalogs[0];

catalog catalog_at(size_t index) { return catalogs[index]; }
