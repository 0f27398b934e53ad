import CGdkPixbuf

/// The version and the memory settings of gdk-pixbuf.
public enum GdkPixbufLibrary {
  /// The version of the loaded library, such as `2.42.10`.
  public static var version: String { String(cString: cgdkpixbuf_version()) }

  /// Makes the process return the memory of a decoded image to the system as soon as it is freed.
  ///
  /// Call this at the start of a program, never in a library: it changes the allocator of the whole
  /// process. Blocks of 1 MB and more are mapped separately. Up to 16 MB of freed smaller blocks
  /// are retained, so that redrawing the prompt does not request memory for each key. Does nothing
  /// without glibc.
  public static func returnFreedMemoryAtOnce() {
    cgdkpixbuf_map_large_blocks(1 << 20, 16 << 20)
  }
}
