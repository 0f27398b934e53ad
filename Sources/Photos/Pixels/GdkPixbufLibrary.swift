/// Which gdk-pixbuf this is, and how the process holds pictures.
import CGdkPixbuf

public enum GdkPixbufLibrary {
  /// Such as `2.42.10`, of the library that is loaded.
  public static var version: String { String(cString: cgdkpixbuf_version()) }

  /// Has the memory of a picture go back to the system as soon as the picture is let go.
  ///
  /// It changes how the whole process takes memory, so that only a program may call it, first of
  /// all, and never a library. Blocks of 1 MB and more are mapped each by itself; of smaller ones that
  /// were freed up to 16 MB stay, so that a prompt which draws a menu anew does not give them back
  /// and take them with each key. Elsewhere than with glibc it does nothing.
  public static func returnFreedMemoryAtOnce() {
    cgdkpixbuf_map_large_blocks(1 << 20, 16 << 20)
  }
}
