/// Which gdk-pixbuf this is, and how the process holds pictures.
import CGdkPixbuf

public enum PhotoLibrary {
  /// Such as `2.42.10`, of the library that is loaded.
  public static var version: String { String(cString: cgdkpixbuf_version()) }

  /// Has the memory of a picture go back to the system as soon as the picture is let go.
  ///
  /// It changes how the whole process takes memory, so that only a program may call it, first of
  /// all, and never a library. Blocks of 1 MB and more are mapped each by itself; smaller ones that
  /// were freed stay up to 2 MB, as glibc has it once a block of 1 MB was freed. Elsewhere than with
  /// glibc it does nothing.
  public static func returnMemoryAtOnce() {
    cgdkpixbuf_map_large_blocks(1 << 20, 2 << 20)
  }
}
