import CMicroHTTPD

extension HTTPServer {
  /// The version of the loaded libmicrohttpd, such as `0.9.75`.
  public static var libraryVersion: String { String(cString: MHD_get_version()) }

  /// Lets all threads of the process share few heaps, so that the memory of large responses is
  /// reused and given back.
  ///
  /// Must be called before the first thread starts to have its full effect.
  public static func shareHeaps() { market_limit_heaps(2) }
}
