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
    "\(source.uprightWidth)×\(source.uprightHeight) \(ByteText.words(sourceBytes))"
  }

  /// `1600×1200 284 KB jpeg q86`
  public var after: String {
    let written = quality.map { " q\($0)" } ?? ""
    return "\(width)×\(height) \(ByteText.words(bytes.count)) \(format.rawValue)\(written)"
  }

  /// What was done beside what the sizes tell: `turned`, `location removed`.
  public var done: [String] { changes.compactMap(Self.words) }

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
