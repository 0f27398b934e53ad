import Foundation

/// When a photo was taken, by the clock of the camera.
public enum CaptureTime {
  /// Cameras and phones write EXIF data before the pixels.
  private static let searchedBytes = 1 << 18
  /// `2026:11:03 18:04:59`, as EXIF writes dates (EXIF 2.32, 4.6.5).
  private static let date = Array("0000:00:00 00:00:00".utf8)

  /// Reads the first date of the EXIF data at the start of a file; nil without one.
  ///
  /// EXIF dates have a fixed form, so they are found without following the directories of each format.
  ///
  /// - Returns: seconds that can only be compared with those of other photos; the time zone is
  ///   unknown.
  public static func read(_ path: String) -> Double? {
    guard let file = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? file.close() }
    guard let data = try? file.read(upToCount: searchedBytes) else { return nil }
    let bytes = [UInt8](data)
    guard let start = bytes.firstRange(of: Array("Exif\0\0".utf8))?.upperBound else { return nil }
    return bytes[start...].indices.lazy.compactMap { seconds(bytes[$0...]) }.first
  }

  private static func seconds(_ bytes: ArraySlice<UInt8>) -> Double? {
    let text = bytes.prefix(date.count)
    let isDate =
      text.count == date.count
      && zip(text, date).allSatisfy { byte, pattern in
        pattern == UInt8(ascii: "0") ? (0x30...0x39).contains(byte) : byte == pattern
      }
    guard isDate else { return nil }
    let numbers = text.split { !(0x30...0x39).contains($0) }.map { digits in
      digits.reduce(0) { $0 * 10 + Int($1) - 0x30 }
    }
    // Cameras without a set clock write zeros.
    guard numbers[0] > 1970, (1...12).contains(numbers[1]), (1...31).contains(numbers[2]) else {
      return nil
    }
    var parts = DateComponents(year: numbers[0], month: numbers[1], day: numbers[2])
    (parts.hour, parts.minute, parts.second) = (numbers[3], numbers[4], numbers[5])
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar.date(from: parts)?.timeIntervalSince1970
  }
}
