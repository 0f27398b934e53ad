/// Pictures by the graphics protocol of kitty, which Ghostty, WezTerm and Konsole speak, too.
import Foundation

/// Writes PNG files for the terminal to draw.
///
/// Each picture has an id of ours, so that it can be taken away alone; the terminal answers
/// nothing (`q=2`) and leaves the cursor where it was (`C=1`).
/// See https://sw.kovidgoyal.net/kitty/graphics-protocol/
public struct KittyPainter: Hashable, Sendable {
  /// The most base64 bytes in one sequence, as the protocol demands.
  public static let chunkLimit = 4_096

  public let cell: CellSize

  public init(cell: CellSize = .unknown) {
    self.cell = cell
  }

  /// The picture in the upper left of the box, stretched to whole cells.
  ///
  /// - Parameter id: names it within the terminal, from 1; one that is in use there loses its
  ///   picture. `KittyIdentifiers` hands them out.
  ///
  /// Fails with `.emptyBox`.
  public func picture(
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
}

/// Hands out ids for the pictures of one session.
public struct KittyIdentifiers: Hashable, Sendable {
  private var last: UInt32

  /// - Parameter seed: chance, so that programs that draw in one terminal one after the other do
  ///   not take each other's pictures away.
  public init(seed: UInt32) {
    last = seed
  }

  /// The next id, never 0.
  public mutating func next() -> UInt32 {
    last = last == .max ? 1 : last + 1
    return last
  }
}
