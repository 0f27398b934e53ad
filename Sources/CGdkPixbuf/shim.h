// What Swift sees of gdk-pixbuf; wrappers stand here only where a call is a macro or loses a type.
#pragma once
#include <gdk-pixbuf/gdk-pixbuf.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

// g_signal_connect is a macro that casts the callback's type away.
typedef void (*cgdkpixbuf_size_prepared)(GdkPixbufLoader *loader, int width, int height,
                                         void *context);

static inline unsigned long cgdkpixbuf_on_size_prepared(GdkPixbufLoader *loader,
                                                        cgdkpixbuf_size_prepared callback,
                                                        void *context) {
  return g_signal_connect_data(loader, "size-prepared", G_CALLBACK(callback), context, NULL,
                               (GConnectFlags)0);
}

typedef void (*cgdkpixbuf_area_updated)(GdkPixbufLoader *loader, int x, int y, int width,
                                        int height, void *context);

static inline unsigned long cgdkpixbuf_on_area_updated(GdkPixbufLoader *loader,
                                                       cgdkpixbuf_area_updated callback,
                                                       void *context) {
  return g_signal_connect_data(loader, "area-updated", G_CALLBACK(callback), context, NULL,
                               (GConnectFlags)0);
}

static inline void cgdkpixbuf_ignore(const gchar *domain, GLogLevelFlags level,
                                     const gchar *message, gpointer context) {
  (void)domain, (void)level, (void)message, (void)context;
}

// Decoders remark on broken files by g_warning, which GLib prints on stderr, into the middle of
// a terminal's screen. What is wrong comes back as an error, too.
static inline void cgdkpixbuf_be_quiet(void) { g_log_set_default_handler(cgdkpixbuf_ignore, NULL); }

// A variable of the library, which Swift 6 does not let be read.
static inline const char *_Nonnull cgdkpixbuf_version(void) { return gdk_pixbuf_version; }

// glibc maps large blocks by themselves and gives them back when they are freed, but after the first
// one of 9 MB only those above 9 MB: a picture freed then stays in the heap of its thread, below a
// block that lives on. A fixed threshold ends that.
static inline void cgdkpixbuf_map_large_blocks(int mapped, int kept) {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, mapped);
  mallopt(M_TRIM_THRESHOLD, kept);
#else
  (void)mapped, (void)kept;
#endif
}
