import CMicroHTTPD

extension HTTPServer {
  /// The version of the loaded libmicrohttpd, such as `0.9.75`.
  public static var libraryVersion: String { String(cString: MHD_get_version()) }

  /// Limits the number of heaps that threads allocate from (malloc arenas), so that the memory of
  /// large responses is reused and returned to the system.
  ///
  /// Call it before the first thread starts.
  public static func shareHeaps() { market_limit_heaps(2) }
}
