// The gdk-pixbuf API for Swift, with wrappers for what Swift cannot import.
#pragma once
#include <gdk-pixbuf/gdk-pixbuf.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

// g_signal_connect is a macro that hides the type of the callback.
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

// Decoders report damaged files with g_warning, which GLib prints to stderr and thus into the
// screen of a terminal. They also return an error, so the warnings are not needed.
static inline void cgdkpixbuf_be_quiet(void) { g_log_set_default_handler(cgdkpixbuf_ignore, NULL); }

// The version that the program was built with. The variable of the library would have it loaded at
// the start.
static inline const char *_Nonnull cgdkpixbuf_version(void) { return GDK_PIXBUF_VERSION; }

// glibc maps large blocks separately and returns them to the system when they are freed. But it
// raises the threshold after each: once a block of 9 MB was freed, smaller ones come from the heap,
// where a freed image stays allocated below a block that is still in use. A fixed threshold
// prevents that.
static inline void cgdkpixbuf_map_large_blocks(int mapped, int kept) {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, mapped);
  mallopt(M_TRIM_THRESHOLD, kept);
#else
  (void)mapped, (void)kept;
#endif
}
