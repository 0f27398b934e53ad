/// Lowering a color to the nearest that a terminal can show.

extension Color {
  /// The SGR parameter for this color, nil where there is no color.
  /// `base` is 30 for the foreground, 40 for the background.
  func parameter(at level: ColorLevel, base: Int) -> String? {
    switch (level, self) {
    case (.none, _):
      return nil
    case (.trueColor, .rgb(let red, let green, let blue)):
      return "\(base + 8);2;\(red);\(green);\(blue)"
    case (.ansi16, _):
      let index = Int(sixteen)
      return String(index < 8 ? base + index : base + 52 + index)
    case (_, .palette(let index)) where index < 16:
      return Color.palette(index).parameter(at: .ansi16, base: base)
    default:
      return "\(base + 8);5;\(paletteIndex)"
    }
  }

  /// The nearest of the 256: the color cube's or the gray ramp's.
  private var paletteIndex: UInt8 {
    guard case .rgb(let red, let green, let blue) = self else {
      guard case .palette(let index) = self else { return 0 }
      return index
    }
    let candidates = (16...255).map(UInt8.init)
    return nearest(to: (Int(red), Int(green), Int(blue)), among: candidates)
  }

  /// The nearest of the sixteen that every terminal has.
  private var sixteen: UInt8 {
    if case .palette(let index) = self, index < 16 { return index }
    return nearest(to: components, among: (0...15).map(UInt8.init))
  }

  private var components: (Int, Int, Int) {
    switch self {
    case .rgb(let red, let green, let blue): (Int(red), Int(green), Int(blue))
    case .palette(let index): Self.components(of: index)
    }
  }

  private func nearest(to wanted: (Int, Int, Int), among candidates: [UInt8]) -> UInt8 {
    func distance(_ index: UInt8) -> Int {
      let (red, green, blue) = Self.components(of: index)
      let difference = (red - wanted.0, green - wanted.1, blue - wanted.2)
      return difference.0 * difference.0 + difference.1 * difference.1
        + difference.2 * difference.2
    }
    return candidates.min { distance($0) < distance($1) } ?? 7
  }

  /// Red, green and blue as xterm draws palette entry `index`.
  private static func components(of index: UInt8) -> (Int, Int, Int) {
    let value = Int(index)
    switch value {
    case 7: return (229, 229, 229)
    case 8: return (127, 127, 127)
    case 0...15:
      let level = value < 8 ? 205 : 255
      return (value & 1 == 0 ? 0 : level, value & 2 == 0 ? 0 : level, value & 4 == 0 ? 0 : level)
    case 16...231:
      let steps = [0, 95, 135, 175, 215, 255]
      let cube = value - 16
      return (steps[cube / 36], steps[cube / 6 % 6], steps[cube % 6])
    default:
      let gray = 8 + (value - 232) * 10
      return (gray, gray, gray)
    }
  }
}
