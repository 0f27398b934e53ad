public import Formatting

/// The properties that a terminal reported; nil where it did not answer.
public struct TerminalFacts: Hashable, Sendable {
  public var background: RGBColor?
  /// The number of columns by which the cursor moved over the test string.
  public var testStringColumns: Int?
  public var supportsKittyGraphics: Bool?
  /// The reported size of a character cell in pixels; may be 0.
  public var cell: TerminalPixels?
  /// The primary device attributes (DA1), if they were requested.
  public var attributes: [Int]?
}

/// A state machine that separates a terminal's replies from keys typed at the same time.
///
/// 1. The last query asks for the device attributes, which every terminal reports. Replies arrive
///    in order, so this reply ends the probe even if the terminal ignored the other queries.
/// 2. All bytes that are not part of a reply are in `typed`, in order.
public struct TerminalProbe: Sendable {
  /// The text to write to the terminal. It leaves an empty line unchanged.
  public let question: String
  public private(set) var facts = TerminalFacts()
  public private(set) var isDone = false
  /// The bytes typed during the probe.
  public private(set) var typed: [UInt8] = []

  private let measures: Bool
  private let wantsAttributes: Bool
  private var decoder = KeyDecoder()
  /// Bytes that may be the start of a reply.
  private var pending: [UInt8] = []

  /// The query for the background color (OSC 11). Terminals that do not know it send no reply.
  public static let backgroundQuery = "\u{1B}]11;?\u{1B}\\"

  /// Creates a probe with other queries.
  ///
  /// - Parameter question: the queries; must end with the query for the device attributes.
  public init(asking question: String) {
    measures = false
    wantsAttributes = true
    self.question = question
  }

  /// Creates a probe for the background color and the width of a text.
  ///
  /// - Parameter testString: the text to measure. It is written into the empty line at the cursor
  ///   and then erased. The window must be wider.
  public init(measuring testString: String? = nil) {
    measures = testString != nil
    wantsAttributes = false
    decoder.expectsCursorReply = measures
    let measure = testString.map { "\r\($0)\u{1B}[6n\r\u{1B}[K" } ?? ""
    question = Self.backgroundQuery + measure + "\u{1B}[c"
  }

  public mutating func take(_ bytes: [UInt8]) {
    // Decoding single bytes shows which of them formed a key.
    for byte in bytes {
      pending.append(byte)
      let inputs = decoder.decode([byte])
      guard !inputs.isEmpty else { continue }
      var isTyped = false
      for input in inputs {
        if case .reply(let reply) = input { record(reply) } else { isTyped = true }
      }
      if isTyped {
        typed += pending
        pending = []
      } else {
        let next = decoder.isWaiting ? pending.lastIndex(of: 0x1B) : nil
        pending = next.map { Array(pending[$0...]) } ?? []
      }
    }
  }

  /// Ends the probe. Bytes of an incomplete reply count as typed.
  public mutating func end() {
    typed += pending
    pending = []
    isDone = true
  }

  private mutating func record(_ reply: TerminalReply) {
    switch reply {
    case .background(let color): facts.background = color
    case .cursor(_, let column):
      if measures { facts.testStringColumns = column - 1 }
    case .pictures(_, let ok): facts.supportsKittyGraphics = ok
    case .cell(let width, let height): facts.cell = TerminalPixels(width: width, height: height)
    case .attributes(let attributes):
      if wantsAttributes { facts.attributes = attributes }
      isDone = true
    case .other: break
    }
  }
}

extension Terminal {
  /// Runs a probe and returns what the terminal reported within `limit`. Keys pressed during the
  /// probe are pushed back for the next read.
  ///
  /// - Parameter uptime: the time since a fixed moment.
  public func answers(
    to probe: TerminalProbe, within limit: Duration, uptime: () -> Duration
  ) async -> TerminalFacts {
    var probe = probe
    let start = uptime()
    do {
      try beginKeys()
      defer { endKeys() }
      try write(probe.question, to: .output)
      while !probe.isDone {
        let left = limit - (uptime() - start)
        switch try await nextEvent(timeout: max(left, .zero)) {
        case .bytes(let bytes): probe.take(bytes)
        case .resized, .resumed: break
        case .timedOut, .end: probe.end()
        }
      }
    } catch {
      // A terminal that cannot be read reports nothing.
    }
    probe.end()
    putBack(probe.typed)
    return probe.facts
  }
}
