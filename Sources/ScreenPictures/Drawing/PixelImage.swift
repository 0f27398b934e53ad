import Formatting
import TerminalKit

/// An image with 8 bits per component, in rows from top to bottom without padding, scaled to about
/// the size of the cells.
struct PixelImage: Hashable, Sendable {
  /// The components of a pixel; alpha is not premultiplied.
  enum Layout: Int, Hashable, Sendable {
    case rgb = 3
    case rgba = 4
  }

  /// The longest side in pixels; no screen is wider.
  static let sideLimit = 8_192
  /// The largest number of pixels.
  static let pixelLimit = 1 << 24

  let width: Int
  let height: Int
  let layout: Layout
  let bytes: [UInt8]

  /// Throws `.noPixels`, `.tooManyPixels` or `.wrongByteCount`.
  init(width: Int, height: Int, layout: Layout, bytes: [UInt8]) throws(PictureError) {
    try Self.check(width: width, height: height)
    let expected = width * height * layout.rawValue
    guard bytes.count == expected else {
      throw .wrongByteCount(bytes.count, expected: expected)
    }
    self.width = width
    self.height = height
    self.layout = layout
    self.bytes = bytes
  }

  /// Creates an image without checks.
  private init(width: Int, height: Int, made layout: Layout, _ bytes: [UInt8]) {
    self.width = width
    self.height = height
    self.layout = layout
    self.bytes = bytes
  }

  /// Throws if a picture of this size cannot be drawn.
  static func check(width: Int, height: Int) throws(PictureError) {
    guard width > 0, height > 0 else { throw .noPixels(width: width, height: height) }
    guard width <= sideLimit, height <= sideLimit, width * height <= pixelLimit else {
      throw .tooManyPixels(width: width, height: height)
    }
  }

  /// Returns the image in the upper left corner of a larger, transparent one.
  func padded(width newWidth: Int, height newHeight: Int) -> PixelImage {
    guard newWidth > width || newHeight > height else { return self }
    let (newWidth, newHeight) = (max(newWidth, width), max(newHeight, height))
    let step = layout.rawValue
    let result = [UInt8](unsafeUninitializedCapacity: newWidth * newHeight * 4) { target, count in
      target.initialize(repeating: 0)
      bytes.withUnsafeBufferPointer { source in
        for y in 0..<height {
          var from = y * width * step
          var to = y * newWidth * 4
          for _ in 0..<width {
            target[to] = source[from]
            target[to + 1] = source[from + 1]
            target[to + 2] = source[from + 2]
            target[to + 3] = step == 4 ? source[from + 3] : 255
            from += step
            to += 4
          }
        }
      }
      count = newWidth * newHeight * 4
    }
    return PixelImage(width: newWidth, height: newHeight, made: .rgba, result)
  }

  /// Returns the opaque image on a background color, with four bytes per pixel.
  func flattened(on background: RGBColor) -> PixelImage {
    let pixels = width * height
    let step = layout.rawValue
    let result = [UInt8](unsafeUninitializedCapacity: pixels * 4) { target, count in
      bytes.withUnsafeBufferPointer { source in
        for pixel in 0..<pixels {
          let (from, to) = (pixel * step, pixel * 4)
          let alpha = step == 4 ? source[from + 3] : 255
          target.initializeElement(at: to, to: Self.mix(source[from], background.red, alpha))
          target.initializeElement(
            at: to + 1, to: Self.mix(source[from + 1], background.green, alpha))
          target.initializeElement(
            at: to + 2, to: Self.mix(source[from + 2], background.blue, alpha))
          target.initializeElement(at: to + 3, to: 255)
        }
      }
      count = pixels * 4
    }
    return PixelImage(width: width, height: height, made: .rgba, result)
  }

  private static func mix(_ part: UInt8, _ background: UInt8, _ alpha: UInt8) -> UInt8 {
    guard alpha < 255 else { return part }
    let share = Int(alpha)
    let sum: Int = Int(part) * share + Int(background) * (255 - share)
    return UInt8((sum + 127) / 255)
  }
}
