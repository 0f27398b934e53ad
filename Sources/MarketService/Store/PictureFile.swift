/// A picture file with its content.
public struct PictureFile: Hashable, Sendable {
  /// The path, which no other file ever has.
  public let path: PicturePath
  /// The content.
  public let bytes: [UInt8]

  public init(path: PicturePath, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }
}

/// Stored picture files that no listing uses yet.
public struct StagedPictures: Hashable, Sendable {
  /// The paths of the files.
  public let paths: [PicturePath]

  public init(paths: [PicturePath]) {
    self.paths = paths
  }
}
