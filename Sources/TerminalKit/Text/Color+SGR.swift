import Formatting

extension Color {
  /// The SGR parameter for the nearest color that is available at `level`, or nil without colors.
  ///
  /// - Parameter base: 30 for the foreground, 40 for the background.
  func parameter(at level: ColorLevel, base: Int) -> String? {
    switch (level, self) {
    case (.none, _):
      return nil
    case (.trueColor, .rgb(let color)):
      return "\(base + 8);2;\(color.red);\(color.green);\(color.blue)"
    case (.ansi16, _):
      let index = Int(sixteen)
      return String(index < 8 ? base + index : base + 52 + index)
    case (_, .palette(let index)) where index < 16:
      return Color.palette(index).parameter(at: .ansi16, base: base)
    default:
      return "\(base + 8);5;\(paletteIndex)"
    }
  }

  /// The nearest entry of the 256-color palette's color cube or gray ramp.
  private var paletteIndex: UInt8 {
    switch self {
    case .palette(let index): index
    case .rgb(let color): Self.nearest(to: color, among: 16...255)
    }
  }

  /// The nearest of the sixteen colors that every terminal has.
  private var sixteen: UInt8 {
    switch self {
    case .palette(let index) where index < 16: index
    case .palette(let index): Self.nearest(to: Self.xtermPalette[Int(index)], among: 0...15)
    case .rgb(let color): Self.nearest(to: color, among: 0...15)
    }
  }

  private static func nearest(to wanted: RGBColor, among indices: ClosedRange<UInt8>) -> UInt8 {
    func distance(_ index: UInt8) -> Int {
      let color = xtermPalette[Int(index)]
      let red = Int(color.red) - Int(wanted.red)
      let green = Int(color.green) - Int(wanted.green)
      let blue = Int(color.blue) - Int(wanted.blue)
      return red * red + green * green + blue * blue
    }
    return indices.min { distance($0) < distance($1) } ?? 7
  }

  /// The 256 colors as xterm draws them by default.
  private static let xtermPalette: [RGBColor] = (0...255).map { index in
    switch index {
    case 7: return RGBColor(hex: 0xE5E5E5)
    case 8: return RGBColor(hex: 0x7F7F7F)
    case 0...15:
      let level: UInt8 = index < 8 ? 205 : 255
      return RGBColor(
        red: index & 1 == 0 ? 0 : level, green: index & 2 == 0 ? 0 : level,
        blue: index & 4 == 0 ? 0 : level)
    case 16...231:
      let steps: [UInt8] = [0, 95, 135, 175, 215, 255]
      let cube = index - 16
      return RGBColor(red: steps[cube / 36], green: steps[cube / 6 % 6], blue: steps[cube % 6])
    default:
      let gray = UInt8(8 + (index - 232) * 10)
      return RGBColor(red: gray, green: gray, blue: gray)
    }
  }
}
