import MarketTestSupport
import Messages
import Synchronization
import Testing

/// Runs the transcripts in Korean: what programs read is the same as in English.
@Suite(.timeLimit(.minutes(60)))
struct KoreanTranscriptTests {
  @Test(arguments: TranscriptTests.names)
  func `a session in Korean has the same exit codes and the same data`(name: String) async throws {
    let transcript = try Transcript("transcripts/\(name)")
    let english = Mutex<[CommandResult]>([])
    let captures = try await Sandbox.run { sandbox in
      try await TranscriptTests.withMarket(for: transcript, at: sandbox) { values in
        try await transcript.play(
          knowing: values, write: { try sandbox.write($1, to: $0) },
          { typed in
            let result = try await sandbox.marketInProcess(
              typed.arguments, typed.variables, input: typed.input)
            let quiet = result.withoutProgress
            english.withLock { $0.append(quiet) }
            return quiet
          })
      }
    }
    var expected = english.withLock(\.self)[...]
    try await Sandbox.run { sandbox in
      try await TranscriptTests.withMarket(for: transcript, at: sandbox) { values in
        try await transcript.type(
          knowing: captures.merging(values) { $1 }, write: { try sandbox.write($1, to: $0) },
          { typed in
            let result = try await sandbox.marketInProcess(
              typed.arguments, typed.variables, input: typed.input,
              catalog: DisplayLanguage.catalog(of: "ko"))
            let english = expected.popFirst() ?? result
            Self.compare(result, english, typed.arguments)
            return result
          })
      }
    }
  }

  private static func compare(
    _ korean: CommandResult, _ english: CommandResult, _ arguments: [String]
  ) {
    let isText = arguments.contains { $0.contains(#/help|table|grid|prepare|-c|doctor/#) }
    if !isText { #expect(stable(korean.output) == stable(english.output), "\(arguments)") }
    let spoken = english.error.split(separator: "\n").filter { !$0.hasPrefix(" ") }
    let isTranslated = korean.error.contains(#/\p{Script=Hangul}/#)
    #expect(spoken.isEmpty || isTranslated, "\(arguments): \(korean.error)")
  }

  /// The text without ids, ports and times, which differ from run to run.
  private static func stable(_ text: String) -> String {
    text.replacing(#/[0-9a-f-]{8,}/#, with: "x").replacing(#/[0-9]+/#, with: "0")
  }
}
