/// What a prepared photo must fulfil.

/// The goals of a preparation. The defaults are those of the market.
public struct PreparationSettings: Equatable, Sendable {
  /// Bytes a prepared photo may have; below the market's 307,200, which some count as 300,000.
  public var byteLimit = 300_000
  /// Pixels of the longer side of a prepared photo.
  public var longSide = 1_600
  /// The JPEG qualities to choose from: below 60 blocks show, above 92 nobody sees a difference.
  public var qualities = 60...92
  /// What transparent parts are laid on.
  public var background = PhotoColor.white
  /// A photo with a shorter long side than this, in pixels, gets a warning.
  public var smallLongSide = 500
  /// What is refused before decoding.
  public var limits = PhotoLimits.standard

  public static let standard = PreparationSettings()

  public init() {}
}
