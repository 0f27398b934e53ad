package import Formatting

/// How photos are prepared.
package struct PhotoOptions: Hashable, Sendable {
  /// Whether the files are sent unchanged.
  package var isSentAsItIs = false
  /// The color behind transparent parts.
  package var background = RGBColor(red: 255, green: 255, blue: 255)

  package init(
    isSentAsItIs: Bool = false, background: RGBColor = RGBColor(red: 255, green: 255, blue: 255)
  ) {
    self.isSentAsItIs = isSentAsItIs
    self.background = background
  }
}
