/// Which libmicrohttpd this is.
import CMicroHTTPD

extension HTTPServer {
  /// Such as `0.9.75`, of the library that is loaded.
  public static var libraryVersion: String { String(cString: MHD_get_version()) }
}
