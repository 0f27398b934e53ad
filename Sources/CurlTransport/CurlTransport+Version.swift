/// Which libcurl this is.
import CCurl

extension CurlTransport {
  /// Such as `7.88.1`, of the library that is loaded.
  public static var libraryVersion: String {
    guard let facts = curl_version_info(CURLVERSION_FIRST), let version = facts.pointee.version
    else { return "unknown" }
    return String(cString: version)
  }
}
