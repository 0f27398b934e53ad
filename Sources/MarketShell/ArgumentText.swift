import Foundation
import Messages
package import SellerSession

/// An argument of the process that is not UTF-8. It could only be sent with replacement characters.
package struct ArgumentError: ReportedError, Hashable {
  /// The number of the argument, from 1.
  package let number: Int
  /// The encoding that fits, by the name that `iconv` knows; nil if none does.
  package let encoding: String?
  /// The argument in that encoding.
  package let text: String?

  package func report(at market: MarketProfile?) -> ErrorReport {
    guard let encoding, let text else {
      return ErrorReport("argument \(number) is not UTF-8", exitCode: .usage)
    }
    var report = ErrorReport(
      "argument \(number) is not UTF-8; in \(formatted: encoding) it is \(quoted: text)",
      exitCode: .usage)
    report.details = ["convert it: \(command: "iconv -f \(encoding) -t UTF-8")"]
    return report
  }
}

/// Reads the arguments of a process, which the system passes as bytes.
enum ArgumentText {
  /// The arguments as text.
  ///
  /// - Throws: ``ArgumentError`` for the first one that is not UTF-8.
  static func read(_ arguments: [[UInt8]]) throws(ArgumentError) -> [String] {
    var texts: [String] = []
    for bytes in arguments {
      guard let text = String(validating: bytes, as: UTF8.self) else {
        let reading = reading(of: bytes)
        throw ArgumentError(
          number: texts.count + 1, encoding: reading?.encoding, text: reading?.text)
      }
      texts.append(text)
    }
    return texts
  }

  /// The encodings of older Korean, Japanese and western systems, with the letters that show which
  /// one it is. Almost any bytes are text in the last one.
  private static let encodings:
    [(name: String, String.Encoding, @Sendable (Unicode.Scalar) -> Bool)] = [
      ("CP949", String.Encoding(rawValue: 0x8000_0422), { ("가"..."힣").contains($0) }),
      (
        "CP932", String.Encoding(rawValue: 0x8000_0420),
        { ("ぁ"..."ヿ").contains($0) || ("一"..."鿿").contains($0) }
      ),
      ("CP1252", .windowsCP1252, { _ in true }),
    ]

  private static func reading(of bytes: [UInt8]) -> (encoding: String, text: String)? {
    for (name, encoding, isUsual) in encodings {
      guard let text = String(data: Data(bytes), encoding: encoding),
        text.unicodeScalars.contains(where: isUsual)
      else { continue }
      return (name, text)
    }
    return nil
  }
}
