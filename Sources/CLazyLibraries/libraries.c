#if defined(__linux__) && defined(__x86_64__)
#include "CLazyLibraries.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

// An option for the linker, where the Swift compiler collects those of modules: libraries that are
// linked and not used are left out. Package.swift cannot put an option before the libraries.
__attribute__((section(".swift1_autolink_entries"), used, aligned(1)))
static const char option[] = "-Wl,--as-needed";

typedef struct {
  const char *library;
  const char *function;
} row;

// In the order of `lazy_addresses`; a library has a row of its own before its functions.
static const row rows[] = {
#define LIBRARY(name) {name, NULL},
#define FUNCTION(name) {NULL, #name},
#include "functions.h"
};

extern void *lazy_addresses[] __attribute__((visibility("hidden")));
void *lazy_resolve(void **place) __attribute__((visibility("hidden")));

// Puts the address of a function into its place, and returns it. Several threads may do so at once:
// they store the same address.
void *lazy_resolve(void **place) {
  ptrdiff_t wanted = place - lazy_addresses;
  const char *library = NULL;
  size_t index = 0;
  for (; index < sizeof rows / sizeof rows[0]; index++) {
    if (rows[index].library != NULL) {
      library = rows[index].library;
    } else if (wanted-- == 0) {
      break;
    }
  }
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  void *address = handle == NULL ? NULL : dlsym(handle, rows[index].function);
  if (address == NULL) {
    // The package names these libraries, so that this does not happen to an installed program.
    fprintf(stderr, "market: %s\n", dlerror());
    _Exit(70);
  }
  __atomic_store_n(place, address, __ATOMIC_RELEASE);
  return address;
}
#endif
