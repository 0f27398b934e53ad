import Formatting
import TerminalKit

/// The mean color of each cell of a row of symbols, derived from the part of the cell that each
/// block covers.
struct CellColors {
  let cells: [Pixel]

  init(_ row: StyledText) {
    cells = row.fragments.flatMap { fragment in
      let foreground = Self.pixel(fragment.style.foreground)
      let background = Self.pixel(fragment.style.background)
      return fragment.text.unicodeScalars.map { scalar in
        let share = Self.share(of: scalar)
        func mean(_ part: KeyPath<Pixel, UInt8>) -> UInt8 {
          UInt8(
            Double(foreground[keyPath: part]) * share + Double(background[keyPath: part])
              * (1 - share))
        }
        return Pixel(red: mean(\.red), green: mean(\.green), blue: mean(\.blue))
      }
    }
  }

  /// The part of the cell that the character covers, from 0 to 1.
  private static func share(of scalar: Unicode.Scalar) -> Double {
    switch scalar.value {
    case 0x2580, 0x2590: 0.5
    case 0x2581...0x2588: Double(scalar.value - 0x2580) / 8
    case 0x2589...0x258F: Double(0x2590 - scalar.value) / 8
    case 0x2594, 0x2595: 0.125
    case 0x2596...0x2598, 0x259D: 0.25
    case 0x259A, 0x259E: 0.5
    case 0x2599, 0x259B, 0x259C, 0x259F: 0.75
    default: 0
    }
  }

  private static func pixel(_ color: Color?) -> Pixel {
    switch color {
    case .rgb(let color): return Pixel(red: color.red, green: color.green, blue: color.blue)
    case .palette(let index) where index >= 232:
      let gray = 8 + (index - 232) * 10
      return Pixel(red: gray, green: gray, blue: gray)
    case .palette(let index) where index >= 16:
      let steps: [UInt8] = [0, 95, 135, 175, 215, 255]
      let cube = Int(index) - 16
      return Pixel(red: steps[cube / 36], green: steps[cube / 6 % 6], blue: steps[cube % 6])
    case .palette(let index):
      let level: UInt8 = index < 8 ? 128 : 255
      return Pixel(
        red: index & 1 == 0 ? 0 : level, green: index & 2 == 0 ? 0 : level,
        blue: index & 4 == 0 ? 0 : level)
    case nil: return .black
    }
  }
}
