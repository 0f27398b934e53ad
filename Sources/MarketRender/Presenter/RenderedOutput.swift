public import TerminalKit

/// An output as text for stdout and stderr, without escape sequences.
public struct RenderedOutput: Hashable, Sendable {
  /// The text for one stream.
  public enum Body: Hashable, Sendable {
    /// Text for people, in which all control characters are visible escapes.
    case styled(StyledText)
    /// Text for programs, written unchanged.
    case exact(String)

    public var isEmpty: Bool {
      switch self {
      case .styled(let text): text.isEmpty
      case .exact(let text): text.isEmpty
      }
    }

    /// The characters to write.
    public func encoded(by ansi: ANSI) -> String {
      switch self {
      case .styled(let text): ansi.encode(text)
      case .exact(let text): text
      }
    }
  }

  public var output: Body
  public var error: Body
  /// The slots for pictures in the output, from top to bottom.
  public var pictures: [PictureSlot]

  public init(
    output: Body = .exact(""), error: Body = .exact(""), pictures: [PictureSlot] = []
  ) {
    self.output = output
    self.error = error
    self.pictures = pictures
  }

  /// Writes both bodies, encoded for the capabilities of their streams.
  public func write(
    to terminal: any Terminal, output outputANSI: ANSI, error errorANSI: ANSI
  ) throws(TerminalError) {
    if !output.isEmpty { try terminal.write(output.encoded(by: outputANSI), to: .output) }
    if !error.isEmpty { try terminal.write(error.encoded(by: errorANSI), to: .error) }
  }
}
