import CommandLanguage
import Foundation
import MarketShell
import MarketTestSupport
import Messages
import Photos
import SellerSession
import ShellCommands
import TerminalKit
import Testing

/// Runs the transcripts in a window with a catalog that brackets each text, and looks for words
/// that a translator could not reach.
@Suite(.timeLimit(.minutes(60)))
struct BracketedTranscriptTests {
  @Test(arguments: TranscriptTests.names)
  func `a session shows no words outside of messages, except values`(name: String) async throws {
    let transcript = try Transcript("transcripts/\(name)")
    let captures = try await Self.captures(of: transcript)
    try await Sandbox.run { sandbox in
      var known = try WordsOutsideBrackets(in: sandbox)
      try await TranscriptTests.withMarket(for: transcript, at: sandbox) { values in
        let values = captures.merging(values) { $1 }
        for value in values.values { known.allow(value) }
        try await transcript.type(
          knowing: values,
          write: { name, text in
            known.allow(name + " " + text)
            try sandbox.write(text, to: name)
          },
          { typed in
            for word in typed.arguments + typed.variables.values + [typed.input ?? ""] {
              known.allow(word)
              known.allow(word + ".result.csv")
            }
            let result = try await Self.run(typed, at: sandbox)
            let isForPrograms = typed.arguments.contains { $0.contains(#/--(json|format)/#) }
            for text in [isForPrograms ? "" : result.output, result.error] {
              let found = known.find(in: text)
              #expect(found.isEmpty, "\(typed.arguments): \(found.joined(separator: "\n"))")
            }
            return result
          })
      }
    }
  }

  private static func run(
    _ typed: Transcript.Typed, at sandbox: Sandbox
  ) async throws -> CommandResult {
    let terminal = FakeTerminal(
      size: TerminalSize(columns: 300, rows: 1_000), interactive: [.output, .error])
    return try await sandbox.marketInProcess(
      typed.arguments, typed.variables.merging(["TERM": "dumb"]) { $1 }, input: typed.input,
      terminal: terminal,
      catalog: .recording)
  }

  /// The words that a session captures, such as ids; they are the same in each run.
  private static func captures(of transcript: Transcript) async throws -> [String: String] {
    try await Sandbox.run { sandbox in
      try await TranscriptTests.withMarket(for: transcript, at: sandbox) { values in
        try await transcript.play(
          knowing: values, write: { try sandbox.write($1, to: $0) },
          {
            try await sandbox.marketInProcess($0.arguments, $0.variables, input: $0.input)
              .withoutProgress
          })
      }
    }
  }
}

extension WordsOutsideBrackets {
  /// The words of the registry, the sample listings and the sandbox.
  init(in sandbox: Sandbox) throws {
    self.init(
      specs: CommandRegistry.specs, process: ProcessOptions.all, topics: HelpTopics.all())
    for value in sandbox.environment.values { allow(value) }
    for setting in Setting.allCases {
      for word in [setting.rawValue] + setting.choices { allow(word) }
    }
    for format in PhotoFormat.allCases { allow(format.rawValue) }
    allow("\(TranscriptTests.otherListing.shop) \(TranscriptTests.otherListing.name)")
    allow(phrase: sandbox.root)
    let sample = try JSONSerialization.jsonObject(with: Data(Fixture.bytes("sample/listings.json")))
    allowStrings(in: sample)
  }

  private mutating func allowStrings(in value: Any) {
    switch value {
    case let text as String: allow(phrase: text)
    case let values as [Any]: for value in values { allowStrings(in: value) }
    case let object as [String: Any]: for value in object.values { allowStrings(in: value) }
    default: break
    }
  }
}
