extension PhotoFormat {
  /// Whether the extension of a file name is that of a photo, or of a picture that a seller takes for
  /// one and should be told about.
  package static func mayBePhoto(_ name: String) -> Bool {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return false }
    return extensions.contains(name[name.index(after: dot)...].lowercased())
  }

  private static let extensions: Set<String> = [
    "jpg", "jpeg", "png", "webp", "heic", "heif", "avif", "gif", "bmp", "tif", "tiff",
  ]
}
