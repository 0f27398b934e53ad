import Foundation

/// Draws PNG files with the kitty graphics protocol, which Ghostty, WezTerm and Konsole support,
/// too.
///
/// The terminal sends no replies (`q=2`) and leaves the cursor where it was (`C=1`). See
/// https://sw.kovidgoyal.net/kitty/graphics-protocol/
struct KittyPainter {
  /// The largest number of base64 bytes in one sequence (a limit of the protocol).
  static let chunkLimit = 4_096

  var cell = CellSize.unknown

  /// Returns the picture for the upper left part of the box, stretched to whole cells.
  ///
  /// - Parameter id: the number of the picture in the terminal, from 1. A picture that has the
  ///   number already is replaced. `KittyIdentifiers` generates numbers.
  ///
  /// Throws `.emptyBox`.
  func picture(
    of file: EncodedPicture, id: UInt32, in box: CellBox
  ) throws(PictureError) -> TerminalPicture {
    let covered = try box.fit(width: file.width, height: file.height, cell: cell).stretched
    let data = Data(file.bytes).base64EncodedString().utf8
    var rest = "a=T,f=100,t=d,q=2,C=1,c=\(covered.columns),r=\(covered.rows)"
    rest.reserveCapacity(data.count + data.count / 100 + 100)
    var start = data.startIndex
    while start < data.endIndex {
      let end = data.index(start, offsetBy: Self.chunkLimit, limitedBy: data.endIndex)
      let isFirst = start == data.startIndex
      rest += isFirst ? "," : "\u{1B}_Gq=2,"
      rest += end.map { $0 < data.endIndex } == true ? "m=1;" : "m=0;"
      rest += Substring(data[start..<(end ?? data.endIndex)])
      rest += "\u{1B}\\"
      start = end ?? data.endIndex
    }
    return TerminalPicture(box: covered, .kitty(id: max(id, 1), rest: rest))
  }

  static func opening(id: UInt32) -> String {
    "\u{1B}_Gi=\(id),"
  }

  /// Deletes the picture and its data.
  static func deletion(id: UInt32) -> String {
    "\u{1B}_Ga=d,d=I,i=\(id),q=2\u{1B}\\"
  }
}

/// A generator of picture numbers for one session.
public struct KittyIdentifiers: Hashable, Sendable {
  private var last: UInt32

  /// - Parameter seed: a random number, so that programs that draw in the same terminal do not
  ///   replace each other's pictures.
  public init(seed: UInt32) {
    last = seed
  }

  /// Returns the next number, never 0.
  public mutating func next() -> UInt32 {
    last = last == .max ? 1 : last + 1
    return last
  }
}
