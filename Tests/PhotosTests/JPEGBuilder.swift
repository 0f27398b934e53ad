/// A JPEG of one color, built from its segments, to be changed in one place by a test.
///
/// All coefficients are 0. Each DC code has one bit.
struct JPEGBuilder {
  struct Scan {
    /// The indices of the components.
    var components = [0, 1, 2]
    /// The first and the last coefficient of the zigzag order.
    var spectrum: (UInt8, UInt8) = (0, 63)
    /// The successive approximation: high and low bit.
    var approximation: UInt8 = 0
    /// The bytes of coded data.
    var bytes: Int
  }

  var width = 64
  var height = 64
  /// The frame marker: 0xC0 is baseline, 0xC2 progressive.
  var frame: UInt8 = 0xC0
  /// The sampling factors of each component, four bits each.
  var sampling: [UInt8] = [0x11, 0x11, 0x11]
  var scans: [Scan] = []
  /// Segments before the frame.
  var extra: [UInt8] = []

  /// The number of bytes that one bit per 8×8 block takes, for `components` components.
  static func needed(width: Int, height: Int, components: Int = 3) -> Int {
    ((width + 7) / 8 * ((height + 7) / 8) * components + 7) / 8
  }

  var bytes: [UInt8] {
    var file: [UInt8] = [0xFF, 0xD8] + extra
    file += segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
    var header: [UInt8] = [8] + big(height)
    header += big(width)
    header.append(UInt8(sampling.count))
    for (index, factors) in sampling.enumerated() { header += [UInt8(index + 1), factors, 0] }
    file += segment(frame, header)
    // A DC and an AC table: the code 0 stands for the symbol 0.
    for table: UInt8 in [0x00, 0x10] {
      file += segment(0xC4, [table, 1] + [UInt8](repeating: 0, count: 16))
    }
    for scan in scans { file += bytes(of: scan) }
    file += [0xFF, 0xD9]
    return file
  }

  func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
    [0xFF, marker] + big(payload.count + 2) + payload
  }

  private func bytes(of scan: Scan) -> [UInt8] {
    var header = [UInt8(scan.components.count)]
    for index in scan.components { header += [UInt8(index + 1), 0] }
    header += [scan.spectrum.0, scan.spectrum.1, scan.approximation]
    return segment(0xDA, header) + [UInt8](repeating: 0, count: scan.bytes)
  }

  private func big(_ number: Int) -> [UInt8] { [UInt8(number >> 8), UInt8(number & 255)] }
}
