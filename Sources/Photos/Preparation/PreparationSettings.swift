public import Formatting

/// The requirements for a prepared photo. The defaults are those of the market.
public struct PreparationSettings: Equatable, Sendable {
  /// The maximum size of a prepared photo in bytes.
  ///
  /// It is below the market's limit of 307,200 bytes, because some servers use 300,000.
  public var byteLimit = 300_000
  /// The maximum pixels of the longer side of a prepared photo.
  public var longSide = 1_600
  /// The JPEG qualities to choose from. Artifacts are visible below 60; above 92 there is no
  /// visible difference.
  public var qualities = 60...92
  /// The background color for transparent parts.
  public var background = RGBColor.white
  /// A photo whose longer side has fewer pixels than this gets a warning.
  public var smallLongSide = 500
  /// The limits that are checked before decoding.
  public var limits = PhotoLimits.standard

  public static let standard = PreparationSettings()
}
