/// Pictures of listings kept on disk, and what they look like in cells.
import DiskCache
import MarketWire
import TerminalKit
import TerminalPictures

/// Pictures by their URL.
struct PictureCache: Sendable {
  /// A picture that was kept.
  struct Kept: Sendable {
    let bytes: [UInt8]
    let tag: String?
    let digest: String
    /// When its market last said that it is right.
    let checked: WireDate
    /// Whether it is to be taken as it is; otherwise its market is asked first.
    let isFresh: Bool
  }

  /// How long a picture is taken as it is.
  static let lifetime = Duration.seconds(7 * 86_400)

  /// The first words of its keys: pictures as they came, and as they were drawn.
  static let kinds = ["picture", "drawn"]

  let disk: DiskCache
  let now: @Sendable () -> WireDate
  /// What was known before this moment counts as old.
  var checkedSince = WireDate(milliseconds: 0)

  func picture(_ url: String) -> Kept? {
    guard let entry = disk.entry(Self.key(url)) else { return nil }
    return Kept(
      bytes: entry.bytes, tag: entry.header.tag, digest: entry.header.digest,
      checked: WireDate(milliseconds: entry.header.validatedAt), isFresh: isFresh(entry.header))
  }

  /// When pictures that are taken as they are were last known to be right: not longer ago than they
  /// live, and not in the future, which is another clock's.
  static func fresh(at now: WireDate) -> ClosedRange<Int64> {
    now.milliseconds - lifetime.components.seconds * 1000 + 1...now.milliseconds
  }

  /// Keeps a picture that just came, or that was just said to be still right; answers its digest.
  @discardableResult
  func keep(_ bytes: [UInt8], tag: String?, of url: String) -> String {
    let entry = CacheEntry(
      key: Self.key(url), validatedAt: now().milliseconds, tag: tag, bytes: bytes)
    disk.store(entry)
    return entry.header.digest
  }

  /// The rows of a picture that were drawn before, as long as the picture is still the same, and when
  /// that was last known to be right.
  func lines(_ key: DrawnPictureCache.Key) -> (drawn: DrawnPicture, checked: WireDate)? {
    guard let source = disk.header(Self.key(key.picture)), isFresh(source),
      let entry = disk.entry(Self.key(key)), entry.header.tag == source.digest
    else { return nil }
    let checked = WireDate(milliseconds: source.validatedAt)
    return DrawnLines(bytes: entry.bytes).map { ($0.drawn, checked) }
  }

  func keep(_ lines: [String], columns: Int, as key: DrawnPictureCache.Key, of digest: String) {
    let bytes = DrawnLines(lines: lines, columns: columns).bytes
    disk.store(
      CacheEntry(key: Self.key(key), validatedAt: now().milliseconds, tag: digest, bytes: bytes))
  }

  private func isFresh(_ head: CacheEntry.Header) -> Bool {
    Self.fresh(at: now()).contains(head.validatedAt)
      && head.validatedAt >= checkedSince.milliseconds
  }

  private static func key(_ url: String) -> String { "picture " + url }

  private static func key(_ key: DrawnPictureCache.Key) -> String {
    let ground: String
    switch key.background {
    case nil: ground = "-"
    case .palette(let number): ground = "\(number)"
    case .rgb(let color): ground = "\(color.red),\(color.green),\(color.blue)"
    }
    return [
      "drawn", "\(key.box.columns)x\(key.box.rows)", "\(key.cell.width)x\(key.cell.height)",
      "\(key.color.rawValue)", ground, key.picture,
    ].joined(separator: " ")
  }
}

/// Drawn rows as bytes: a number of columns, then the rows, each on a line.
struct DrawnLines: Hashable, Sendable {
  let lines: [String]
  let columns: Int

  init(lines: [String], columns: Int) {
    self.lines = lines
    self.columns = columns
  }

  /// nil where anything but letters and their colors is in it: it goes to the terminal as it is.
  init?(bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let parts = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard Self.isHarmless(bytes), parts.count > 1, let columns = Int(parts[0]),
      (1...CellBox.limit).contains(columns), parts.count - 1 <= CellBox.limit
    else { return nil }
    self.columns = columns
    lines = parts.dropFirst().map(String.init)
  }

  var bytes: [UInt8] { Array(([String(columns)] + lines).joined(separator: "\n").utf8) }

  var drawn: DrawnPicture { .lines(lines, columns: columns) }

  /// Whether each Escape begins `CSI digits ; digits m`, and there are no other controls but line
  /// breaks.
  private static func isHarmless(_ bytes: [UInt8]) -> Bool {
    var place = 0
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      guard byte == 0x1B else {
        // The second bytes of UTF-8 for C1 controls follow 0xC2.
        if byte < 0x20 && byte != 0x0A || byte == 0x7F || byte == 0xC2 { return false }
        continue
      }
      guard place < bytes.count, bytes[place] == UInt8(ascii: "[") else { return false }
      place += 1
      while place < bytes.count, (0x30...0x3B).contains(bytes[place]) { place += 1 }
      guard place < bytes.count, bytes[place] == UInt8(ascii: "m") else { return false }
      place += 1
    }
    return true
  }
}
