import Foundation

/// A command of the kitty graphics protocol.
struct KittyCommand {
  var keys: [String: String] = [:]
  var payload = ""

  /// Parses the commands of a stream that contains nothing else.
  static func commands(in stream: String) throws -> [KittyCommand] {
    try stream.components(separatedBy: "\u{1B}\\").dropLast().map { text in
      guard text.hasPrefix("\u{1B}_G") else {
        throw StreamError(description: "not in its sequence: \(text.prefix(20))")
      }
      let parts = text.dropFirst(3).split(
        separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
      var command = KittyCommand()
      for key in parts[0].split(separator: ",") {
        let pair = key.split(separator: "=").map(String.init)
        guard pair.count == 2, command.keys.updateValue(pair[1], forKey: pair[0]) == nil else {
          throw StreamError(description: "key \(key)")
        }
      }
      if parts.count == 2 { command.payload = String(parts[1]) }
      return command
    }
  }
}

/// An inline image of iTerm2.
struct InlineImage {
  var arguments: [String: String] = [:]
  var file: [UInt8] = []

  init(_ stream: String) throws {
    guard stream.hasPrefix("\u{1B}]1337;File="), stream.hasSuffix("\u{07}"),
      let colon = stream.firstIndex(of: ":")
    else { throw StreamError(description: "not in its sequence") }
    for argument in stream[..<colon].dropFirst(12).split(separator: ";") {
      let pair = argument.split(separator: "=").map(String.init)
      arguments[pair[0]] = pair.count == 2 ? pair[1] : ""
    }
    let data = stream[stream.index(after: colon)...].dropLast()
    guard let decoded = Data(base64Encoded: String(data)) else {
      throw StreamError(description: "not base64")
    }
    file = Array(decoded)
  }
}
