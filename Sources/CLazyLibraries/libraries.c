#if defined(__linux__) && defined(__x86_64__)
#include "CLazyLibraries.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// An option for the linker, where the Swift compiler collects those of modules: libraries that are
// linked and not used are left out. Package.swift cannot put an option before the libraries.
__attribute__((section(".swift1_autolink_entries"), used, aligned(1)))
static const char option[] = "-Wl,--as-needed";

typedef struct {
  const char *names, *packages;
  const char *function;
} row;

// In the order of `lazy_addresses`; a library has a row of its own before its functions.
static const row rows[] = {
#define LIBRARY(names, packages) {names, packages, NULL},
#define FUNCTION(name) {NULL, NULL, #name},
#include "functions.h"
};

extern void *lazy_addresses[] __attribute__((visibility("hidden")));
void *lazy_resolve(void **place) __attribute__((visibility("hidden")));

// Loads the first of the names that this system has.
static void *open_first(const char *names) {
  while (*names != '\0') {
    char name[64];
    size_t length = strcspn(names, " ");
    snprintf(name, sizeof name, "%.*s", (int)length, names);
    void *handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (handle != NULL) return handle;
    names += length;
    names += strspn(names, " ");
  }
  return NULL;
}

// Ends the program with a sentence that says what to install. The package depends on these
// libraries, so only a program that was copied gets here.
static _Noreturn void end(const row *library, const char *function) {
  int base = (int)(strstr(library->names, ".so") - library->names);
  fprintf(stderr, function == NULL ? "market: %.*s is missing" : "market: %.*s has no function %s",
    base, library->names, function);
  fputs("; install the package ", stderr);
  for (const char *rest = library->packages; *rest != '\0'; rest++) {
    if (*rest == '|') fputs("or", stderr); else fputc(*rest, stderr);
  }
  fputc('\n', stderr);
  _Exit(70);
}

// Puts the address of a function into its place, and returns it. Several threads may do so at once:
// they store the same address.
void *lazy_resolve(void **place) {
  ptrdiff_t wanted = place - lazy_addresses;
  const row *library = NULL;
  size_t index = 0;
  for (; index < sizeof rows / sizeof rows[0]; index++) {
    if (rows[index].names != NULL) {
      library = &rows[index];
    } else if (wanted-- == 0) {
      break;
    }
  }
  void *handle = open_first(library->names);
  if (handle == NULL) end(library, NULL);
  void *address = dlsym(handle, rows[index].function);
  if (address == NULL) end(library, rows[index].function);
  __atomic_store_n(place, address, __ATOMIC_RELEASE);
  return address;
}
#endif
