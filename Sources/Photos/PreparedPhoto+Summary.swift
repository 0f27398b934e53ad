/// One line on what was done to a photo.

extension PreparedPhoto {
  /// `a.heic  4032×3024 3.1 MB → 1600×1200 284 KB jpeg q86, turned, location removed`
  ///
  /// The name is printed as given: the caller removes control characters from it.
  public func summary(name: String) -> String {
    isUntouched
      ? "\(name)  \(before), sent as it is"
      : "\(name)  " + (["\(before) → \(after)"] + done).joined(separator: ", ")
  }

  /// `4032×3024 3.1 MB`, of the photo as it was, upright.
  public var before: String {
    "\(source.uprightWidth)×\(source.uprightHeight) \(Self.size(sourceBytes))"
  }

  /// `1600×1200 284 KB jpeg q86`
  public var after: String {
    let written = quality.map { " q\($0)" } ?? ""
    return "\(width)×\(height) \(Self.size(bytes.count)) \(format.rawValue)\(written)"
  }

  /// What was done beside what the sizes tell: `turned`, `location removed`.
  public var done: [String] { changes.compactMap(Self.words) }

  /// A number of bytes in units of a thousand: `999 bytes`, `284 KB`, `3.1 MB`.
  static func size(_ bytes: Int) -> String {
    if bytes < 1_000 { return "\(bytes) bytes" }
    let thousands = (bytes + 500) / 1_000
    if thousands < 1_000 { return "\(thousands) KB" }
    let tenths = (bytes + 50_000) / 100_000
    return "\(tenths / 10).\(tenths % 10) MB"
  }

  /// Sizes and quality stand in the line already, so scaling and encoding have no words.
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
