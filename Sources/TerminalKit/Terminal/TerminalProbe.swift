/// What a terminal is asked about itself, in one round of questions and answers.

/// What a terminal told; nil where it did not.
public struct TerminalFacts: Hashable, Sendable {
  public var background: RGBColor?
  /// How far the cursor went over the test string.
  public var testStringColumns: Int?
  /// Whether it said that it draws pictures by kitty's protocol, or that it does not.
  public var supportsKittyGraphics: Bool?
  /// A character cell in pixels, as the terminal says; it may say 0.
  public var cell: TerminalPixels?
  /// Primary device attributes (DA1), where they were what was asked for.
  public var attributes: [Int]?

  public init(
    background: RGBColor? = nil, testStringColumns: Int? = nil,
    supportsKittyGraphics: Bool? = nil, cell: TerminalPixels? = nil, attributes: [Int]? = nil
  ) {
    self.background = background
    self.testStringColumns = testStringColumns
    self.supportsKittyGraphics = supportsKittyGraphics
    self.cell = cell
    self.attributes = attributes
  }
}

/// Tells answers from keys while a terminal is asked.
///
/// 1. The last question is one that every terminal answers, so its answer ends the round, whatever
///    the terminal knew of the others.
/// 2. Every byte that is no answer stands in `typed`, in its order.
public struct TerminalProbe: Sendable {
  /// What is written to the terminal. It leaves an empty line as it was.
  public let question: String
  public private(set) var facts = TerminalFacts()
  public private(set) var isDone = false
  /// What somebody typed meanwhile.
  public private(set) var typed: [UInt8] = []

  private let measures: Bool
  private let wantsAttributes: Bool
  private var decoder = KeyDecoder()
  /// Bytes that may become an answer.
  private var pending: [UInt8] = []

  /// Asks for the background alone (OSC 11); a terminal that does not know it says nothing.
  public static let backgroundQuery = "\u{1B}]11;?\u{1B}\\"

  /// Asks something else.
  ///
  /// - Parameter question: has to end with the question for the attributes.
  public init(asking question: String) {
    measures = false
    wantsAttributes = true
    self.question = question
  }

  /// - Parameter testString: a text whose width is measured, written into the empty line where the
  ///   cursor stands, and taken away. The window has to be wider.
  public init(measuring testString: String? = nil) {
    measures = testString != nil
    wantsAttributes = false
    decoder.expectsCursorReply = measures
    let measure = testString.map { "\r\($0)\u{1B}[6n\r\u{1B}[K" } ?? ""
    question = Self.backgroundQuery + measure + "\u{1B}[c"
  }

  public mutating func take(_ bytes: [UInt8]) {
    // One by one, to know which of them were a key.
    for byte in bytes {
      pending.append(byte)
      let inputs = decoder.decode([byte])
      guard !inputs.isEmpty else { continue }
      var isTyped = false
      for input in inputs {
        if case .reply(let reply) = input { note(reply) } else { isTyped = true }
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

  /// No answer is awaited any more: what could have become one was typed.
  public mutating func end() {
    typed += pending
    pending = []
    isDone = true
  }

  private mutating func note(_ reply: TerminalReply) {
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
  /// Asks the terminal and waits for what it says, at most `limit`. Keys that are pressed meanwhile go
  /// to the next read.
  ///
  /// - Parameter uptime: time since any moment.
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
      // Who cannot be asked tells nothing.
    }
    probe.end()
    putBack(probe.typed)
    return probe.facts
  }
}
