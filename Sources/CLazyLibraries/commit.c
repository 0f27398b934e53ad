#include "CLazyLibraries.h"

// scripts/install writes the commit over the dashes; they stay where it is unknown.
static const char commit[] = "market-commit:----------------------------------------";

const char *market_commit(void) { return commit + sizeof "market-commit:" - 1; }
