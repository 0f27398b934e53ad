/// Which gdk-pixbuf this is.
import CGdkPixbuf

public enum PhotoLibrary {
  /// Such as `2.42.10`, of the library that is loaded.
  public static var version: String { String(cString: cgdkpixbuf_version()) }
}
