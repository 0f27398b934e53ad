// What Swift sees of chafa; wrappers stand here only where a call is a macro or loses a type.
#pragma once
#include <chafa.h>

// The tags are an enum of bits; only one of them at a time would be a value of it.
static inline void cchafa_add_symbols(ChafaSymbolMap *_Nonnull map, int tags) {
  chafa_symbol_map_add_by_tags(map, (ChafaSymbolTags)tags);
}

static inline void cchafa_remove_symbols(ChafaSymbolMap *_Nonnull map, int tags) {
  chafa_symbol_map_remove_by_tags(map, (ChafaSymbolTags)tags);
}
