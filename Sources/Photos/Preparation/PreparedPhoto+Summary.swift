extension PreparedPhoto {
  /// One line about the preparation, such as
  /// `a.heic  4032×3024 3.1 MB → 1600×1200 284 KB jpeg q86, turned, location removed`.
  ///
  /// The name is not sanitized; the caller must remove control characters.
  public func summary(name: String) -> String {
    isUntouched
      ? "\(name)  \(before), sent as it is"
      : "\(name)  " + (["\(before) → \(after)"] + done).joined(separator: ", ")
  }

  /// The upright size of the original photo, such as `4032×3024 3.1 MB`.
  public var before: String {
    "\(source.uprightWidth)×\(source.uprightHeight) \(ByteText.words(sourceBytes))"
  }

  /// The size, format and quality of the prepared photo, such as `1600×1200 284 KB jpeg q86`.
  public var after: String {
    let written = quality.map { " q\($0)" } ?? ""
    return "\(width)×\(height) \(ByteText.words(bytes.count)) \(format.rawValue)\(written)"
  }

  /// The changes that the sizes do not show, such as `turned` and `location removed`.
  public var done: [String] { changes.compactMap(Self.words) }

  /// The text for a change, or nil for scaling and encoding, which the sizes and the quality show.
  private static func words(_ change: PhotoChange) -> String? {
    switch change {
    case .scaled, .reencoded: nil
    case .turned: "turned"
    case .flattened: "transparency filled"
    case .metadataRemoved: "metadata removed"
    case .locationRemoved: "location removed"
    }
  }
}
