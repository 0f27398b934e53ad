import Foundation
import Testing

@testable import Messages

/// The catalogs of the program.
@Suite(.timeLimit(.minutes(60))) struct MOFileTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Sources/Messages/Catalogs").standardized

  private static func source(_ code: String) throws -> POFile {
    POFile(try String(contentsOf: folder.appending(path: "\(code).po"), encoding: .utf8))
  }

  @Test(arguments: DisplayLanguage.codes.dropFirst())
  func `a compiled catalog has the translations of its source`(_ code: String) throws {
    let file = try Self.source(code)
    #expect(file.language == code)
    #expect(file.problems.isEmpty)
    let translated = Set(file.entries.map { $0.plural ?? $0.key })
    #expect(file.keys.subtracting(translated).isEmpty)
    let data = try Data(contentsOf: Self.folder.appending(path: "\(code).mo"))
    try data.withUnsafeBytes { bytes in
      let compiled = try #require(MOFile(StaticBytes(bytes.assumingMemoryBound(to: UInt8.self))))
      for entry in file.entries {
        let patterns = try #require(entry.patterns(forms: file.rule.forms))
        for count in [0, 1, 2, 5] {
          let message = Self.message(entry, count)
          let wanted = entry.plural == nil ? patterns[0] : patterns[file.rule.index(of: count)]
          #expect(compiled.pattern(for: message) == wanted, "\(entry.key)")
        }
      }
    }
  }

  /// A message with the key of an entry.
  private static func message(_ entry: POFile.Entry, _ count: Int) -> Message {
    let plain = { (key: String) in
      Message(head: key.replacing("{{", with: "{").replacing("}}", with: "}"), parts: [])
    }
    let key = entry.plural ?? entry.key
    // Placeholders of a key are escaped in a head, so that they are made as values.
    let message = MessagePattern(key).map(Self.message) ?? plain(key)
    return entry.plural == nil ? message : Message(count: count, one: message, other: message)
  }

  private static func message(_ pattern: MessagePattern) -> Message {
    var (head, parts): (String, [Message.Part]) = ("", [])
    for element in pattern.elements {
      switch element {
      case .text(let text) where parts.isEmpty: head += text
      case .text(let text): parts[parts.count - 1].literal += text
      case .value: parts.append(Message.Part(value: .data(""), literal: ""))
      case .particle: break
      }
    }
    return Message(head: head, parts: parts)
  }

  @Test func `bytes that are no catalog are refused`() {
    for text in ["", "de 12 04 95 and nothing else", String(repeating: "\u{0}", count: 40)] {
      Array(text.utf8).withUnsafeBufferPointer { bytes in
        #expect(MOFile(StaticBytes(bytes)) == nil)
      }
    }
  }

  @Test(arguments: [
    (["LANG": "ko_KR.UTF-8"], "없어요"), (["LC_ALL": "C", "LANG": "ko_KR.UTF-8"], "not found"),
    (["LC_MESSAGES": "ko", "LANG": "en_US.UTF-8"], "없어요"), ([:], "not found"),
    (["LC_ALL": "", "LANG": "ko"], "없어요"), (["LANG": "xx_YY"], "not found"),
  ])
  func `the environment names the language`(_ variables: [String: String], _ word: String) {
    let text = DisplayLanguage(variables: variables).catalog
    let message: Message = "No listings."
    #expect((message.text(in: text) != message.english) == (word == "없어요"))
  }

  @Test(arguments: DisplayLanguage.codes)
  func `an empty message is empty in each language`(_ code: String) {
    let message: Message = ""
    #expect(message.text(in: DisplayLanguage.catalog(of: code)) == "")
  }

  @Test func `a language that was chosen is used until it is reset`() {
    let language = DisplayLanguage(variables: ["LANG": "ko_KR.UTF-8"])
    let message: Message = "No listings."
    language.choose("en")
    #expect(message.text(in: language.catalog) == message.english)
    language.choose(nil)
    #expect(message.text(in: language.catalog) != message.english)
  }
}
