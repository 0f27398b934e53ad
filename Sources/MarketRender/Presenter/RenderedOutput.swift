/// An answer as text, still without escape sequences.
public import TerminalKit

/// What goes to stdout and what to stderr.
public struct RenderedOutput: Hashable, Sendable {
  /// Text for one stream.
  public enum Body: Hashable, Sendable {
    /// For people: every control character is already visible.
    case styled(StyledText)
    /// For programs: the true characters, written as they are.
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
  /// Room in the output for pictures, from top to bottom.
  public var pictures: [PictureSlot]

  public init(
    output: Body = .exact(""), error: Body = .exact(""), pictures: [PictureSlot] = []
  ) {
    self.output = output
    self.error = error
    self.pictures = pictures
  }

  /// Writes both parts, each as its stream can show it.
  public func write(
    to terminal: any Terminal, output outputANSI: ANSI, error errorANSI: ANSI
  ) throws(TerminalError) {
    if !output.isEmpty { try terminal.write(output.encoded(by: outputANSI), to: .output) }
    if !error.isEmpty { try terminal.write(error.encoded(by: errorANSI), to: .error) }
  }
}
