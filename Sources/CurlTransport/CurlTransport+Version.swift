import CCurl

extension CurlTransport {
  /// The version of the loaded libcurl, such as `7.88.1`, or `unknown`.
  public static var libraryVersion: String {
    guard let facts = curl_version_info(CURLVERSION_FIRST), let version = facts.pointee.version
    else { return "unknown" }
    return String(cString: version)
  }
}
