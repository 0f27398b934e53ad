import CMicroHTTPD

extension HTTPServer {
  /// The version of the loaded libmicrohttpd, such as `0.9.75`.
  public static var libraryVersion: String { String(cString: MHD_get_version()) }
}
