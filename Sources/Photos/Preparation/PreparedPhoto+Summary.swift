public import Messages

extension PreparedPhoto {
  /// One line about the preparation, such as
  /// `a.heic  4032×3024 3.1 MB → 1600×1200 284 KB jpeg q86, turned, location data removed`.
  public func summary(name: String) -> Message {
    isUntouched
      ? "\(name)  \(before), sent unchanged"
      : "\(name)  \(Message.list(["\(before) → \(after)"] + done))"
  }

  /// The upright size of the original photo, such as `4032×3024 3.1 MB`.
  public var before: Message {
    "\(source.uprightWidth)×\(source.uprightHeight) \(Message.byteCount(sourceBytes))"
  }

  /// The size, format and quality of the prepared photo, such as `1600×1200 284 KB jpeg q86`.
  public var after: Message {
    let format = format.rawValue + (quality.map { " q\($0)" } ?? "")
    return "\(width)×\(height) \(Message.byteCount(bytes.count)) \(formatted: format)"
  }

  /// The changes that the sizes do not show, such as `turned` and `location data removed`.
  public var done: [Message] { changes.compactMap(Self.message) }

  /// The text for a change, or nil for scaling and encoding, which the sizes and the quality show.
  private static func message(_ change: PhotoChange) -> Message? {
    switch change {
    case .scaled, .reencoded: nil
    case .turned: "turned"
    case .flattened: "transparency filled"
    case .metadataRemoved: "metadata removed"
    case .locationRemoved: "location data removed"
    }
  }
}
