@testable import ScreenPictures

/// A color with alpha.
struct Pixel: Hashable, CustomStringConvertible {
  var red: UInt8
  var green: UInt8
  var blue: UInt8
  var alpha: UInt8 = 255

  static let red = Pixel(red: 255, green: 0, blue: 0)
  static let green = Pixel(red: 0, green: 255, blue: 0)
  static let blue = Pixel(red: 0, green: 0, blue: 255)
  static let white = Pixel(red: 255, green: 255, blue: 255)
  static let black = Pixel(red: 0, green: 0, blue: 0)
  static let clear = Pixel(red: 0, green: 0, blue: 0, alpha: 0)

  var description: String { "(\(red) \(green) \(blue) \(alpha))" }

  /// The largest difference of a component.
  func distance(to other: Pixel) -> Int {
    let parts = [(red, other.red), (green, other.green), (blue, other.blue), (alpha, other.alpha)]
    return parts.map { abs(Int($0) - Int($1)) }.max() ?? 0
  }
}

/// Images with known pixels.
enum SamplePixels {
  /// Creates an image from a function that returns the color of each pixel.
  static func image(
    _ width: Int, _ height: Int, _ layout: PixelImage.Layout = .rgb,
    _ pixel: (_ x: Int, _ y: Int) -> Pixel
  ) throws -> PixelImage {
    var bytes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let color = pixel(x, y)
        bytes += [color.red, color.green, color.blue]
        if layout == .rgba { bytes.append(color.alpha) }
      }
    }
    return try PixelImage(width: width, height: height, layout: layout, bytes: bytes)
  }

  /// Creates an image of a red, a green, a blue and a white quadrant.
  static func quarters(_ width: Int, _ height: Int) throws -> PixelImage {
    try image(width, height) { x, y in
      y < height / 2 ? (x < width / 2 ? .red : .green) : (x < width / 2 ? .blue : .white)
    }
  }

  /// Creates a gradient: red increases to the right, green downward.
  static func gradient(_ width: Int, _ height: Int) throws -> PixelImage {
    try image(width, height) { x, y in
      Pixel(
        red: UInt8(x * 255 / max(width - 1, 1)), green: UInt8(y * 255 / max(height - 1, 1)),
        blue: 64)
    }
  }

  /// Creates a red disc on a transparent background.
  static func disc(_ side: Int) throws -> PixelImage {
    try image(side, side, .rgba) { x, y in
      let (dx, dy) = (2 * x + 1 - side, 2 * y + 1 - side)
      return dx * dx + dy * dy < side * side ? .red : .clear
    }
  }
}

extension PixelImage {
  subscript(x: Int, y: Int) -> Pixel {
    let offset = (y * width + x) * layout.rawValue
    return Pixel(
      red: bytes[offset], green: bytes[offset + 1], blue: bytes[offset + 2],
      alpha: layout == .rgba ? bytes[offset + 3] : 255)
  }
}
