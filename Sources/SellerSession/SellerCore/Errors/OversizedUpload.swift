package import Messages

/// A request with photos that are too large together for a market.
package enum OversizedUpload {
  /// Whether a market refuses a request for its size. Old servers do not say so with the status, but
  /// in the words of their framework.
  package static func isMeant(status: Int?, message: String?) -> Bool {
    if status == 413 { return true }
    let text = message?.lowercased() ?? ""
    return text.contains("maximum upload size") || text.contains("maximum permitted size")
      || text.contains("sizelimitexceeded")
  }

  package static let advice: Message =
    "send fewer or smaller photos; `\(command: "photo prepare")` shows their sizes"
}
