import Foundation
import LineEditor
import MarketTestSupport
import TerminalKit
import Testing

@testable import Prompt

@Suite(.timeLimit(.minutes(60))) struct PathCompletionTests {
  private static let accepted: [([String], String, String)] = [
    (["a.jpg"], "add --image a|", "add --image a.jpg |"),
    (["my photo.jpg"], "add --image my|", "add --image \"my photo.jpg\" |"),
    (["my photo.jpg"], "add --image \"my|", "add --image \"my photo.jpg\" |"),
    (["my photo.jpg"], "add --image 'my|", "add --image 'my photo.jpg' |"),
    (["my photo.jpg"], "add --image my\\ p|", "add --image \"my photo.jpg\" |"),
    (["it's.jpg"], "add --image 'it|", "add --image \"it's.jpg\" |"),
    (["a\"b$c.jpg"], "add --image a|", "add --image \"a\\\"b\\$c.jpg\" |"),
    (["-dash.jpg"], "add --image \"-|", "add --image \"-dash.jpg\" |"),
    (["star*.jpg"], "add --image st|", "add --image \"star*.jpg\" |"),
    (["머그 사진.jpg"], "add --image 머|", "add --image \"머그 사진.jpg\" |"),
    (["머그.jpg"], "add --image ㅁㄱ|", "add --image 머그.jpg |"),
    (["photos/a.jpg"], "add --image pho|", "add --image photos/|"),
    (["photos/a.jpg"], "add --image photos/|", "add --image photos/a.jpg |"),
    (["My photos/a.jpg"], "add --image My|", "add --image \"My photos/|"),
    (["My photos/a.jpg"], "add --image \"My photos/|", "add --image \"My photos/a.jpg\" |"),
    (["a.jpg"], "add --image=a|", "add --image=a.jpg |"),
    (["a.jpg"], "add --image ./a|", "add --image ./a.jpg |"),
    (["x.market"], "run |", "run x.market |"),
  ]

  @Test(arguments: accepted)
  func `an accepted name is quoted as one word`(files: [String], line: String, result: String)
    throws
  {
    let sample = try PromptSample()
    for file in files { try sample.write(file) }
    #expect(try sample.assistant().accepted(at: line) == result)
  }

  @Test func `the home folder stays an unquoted ~`() throws {
    let sample = try PromptSample()
    try sample.write("../My pictures/a b.jpg", "../c.jpg")
    let assistant = try sample.assistant()
    #expect(assistant.accepted(at: "add --image ~|") == "add --image ~/|")
    #expect(assistant.accepted(at: "add --image ~/My|") == "add --image ~/\"My pictures/|")
    #expect(assistant.accepted(at: "add --image ~/c|") == "add --image ~/c.jpg |")
    #expect(assistant.candidates(at: "add --image '~/c|").isEmpty)
    let open = "add --image ~/\"My pictures/|"
    #expect(assistant.accepted(at: open) == "add --image ~/\"My pictures/a b.jpg\" |")
  }

  @Test func `names in either Unicode normalization are found and keep their bytes`() throws {
    let sample = try PromptSample()
    let decomposed = "머그".decomposedStringWithCanonicalMapping + ".jpg"
    try sample.write(decomposed)
    let found = try #require(try sample.assistant().candidates(at: "add --image 머|").first)
    #expect(Array(found.text.utf8) == Array(decomposed.utf8))
  }

  @Test func `for --image, photos come first, in natural order and with their size`() throws {
    let sample = try PromptSample()
    try sample.write("10.jpg", "2.jpg", "notes.txt", "later/", ".hidden.jpg")
    try sample.write("1.jpg", bytes: try Fixture.bytes("photos/turned-6.jpg"))
    let found = try sample.assistant().candidates(at: "add --image |")
    #expect(found.prefix(5).map(\.text) == ["1.jpg", "2.jpg", "10.jpg", "later/", "notes.txt"])
    #expect(found[1].detail.plain == "3 bytes")
    let size = try #require(found[0].detail.plain.split(separator: " ").first)
    #expect(size.contains("×"))
    #expect(found[3].detail.plain == "folder")
    let files = try sample.assistant().candidates(at: "run |").map(\.text)
    #expect(files.prefix(3) == ["1.jpg", "2.jpg", "10.jpg"])
    #expect(try sample.assistant().candidates(at: "demo load --data |").map(\.text) == ["later/"])
    #expect(try sample.assistant().candidates(at: "add --image .h|").map(\.text) == [".hidden.jpg"])
  }

  @Test func `a form completes paths as the prompt does, without options`() throws {
    let sample = try PromptSample()
    try sample.write("photos/oak-walnut.jpg", "my photo.jpg")
    try sample.write("1.jpg", bytes: try Fixture.bytes("photos/turned-6.jpg"))
    let assistant = try sample.assistant()
    func paths(_ line: String) -> Completion? {
      assistant.paths(of: line, at: line.utf8.count, after: "add --image ")
    }
    let fuzzy = try #require(paths("photos/walnut"))
    #expect(fuzzy.range == 0..<13 && fuzzy.candidates.map(\.text) == ["photos/oak-walnut.jpg"])
    #expect(paths("1.jpg my")?.candidates.map(\.text) == ["\"my photo.jpg\""])
    #expect(paths("")?.candidates.map(\.text) == ["1.jpg", "\"my photo.jpg\"", "photos/"])
    #expect(paths("1")?.candidates.first?.detail.plain.contains("×") == true)
    #expect(paths("-") == nil && paths("$") == nil)
  }

  @Test func `the extension of a file is matched only if it is asked for`() throws {
    let sample = try PromptSample()
    try sample.write("lamp_thumb.jpg", "mug.jpg", "notes.txt")
    let assistant = try sample.assistant()
    for (typed, found) in [
      ("mug", ["mug.jpg"]), ("mug.", ["mug.jpg"]), ("txt", ["notes.txt"]),
      ("jpg", ["mug.jpg", "lamp_thumb.jpg"]), ("m.j", ["mug.jpg", "lamp_thumb.jpg"]),
    ] {
      #expect(
        Set(assistant.candidates(at: "add --image \(typed)|").map(\.text)) == Set(found), "\(typed)"
      )
    }
  }

  @Test func `a changed folder is read again`() throws {
    let sample = try PromptSample()
    try sample.write("a.jpg")
    #expect(try sample.assistant().candidates(at: "add --image |").map(\.text) == ["a.jpg"])
    try sample.write("later/b.jpg", "b.jpg")
    let past = Date(timeIntervalSince1970: 1_000_000)
    try FileManager.default.setAttributes(
      [.modificationDate: past], ofItemAtPath: sample.workingFolder)
    let found = try sample.assistant().candidates(at: "add --image |").map(\.text)
    #expect(found.prefix(2) == ["a.jpg", "b.jpg"])
  }

  @Test func `folders that cannot be read have no candidates`() throws {
    let sample = try PromptSample()
    try sample.write("a.jpg")
    let assistant = try sample.assistant()
    for line in ["nowhere/|", "a.jpg/|", "$X/|", "~nobody/|"] {
      #expect(assistant.candidates(at: "add --image " + line).isEmpty, "\(line)")
    }
  }

  @Test func `names with control characters are left out`() throws {
    let sample = try PromptSample()
    try sample.write("a\u{1B}.jpg", "b\n.jpg", "c.jpg")
    #expect(try sample.assistant().candidates(at: "add --image |").map(\.text) == ["c.jpg"])
  }

  @Test func `at most 1000 names of a folder are completed`() throws {
    let sample = try PromptSample()
    for number in 0..<1100 { try sample.write("\(number).jpg") }
    #expect(try sample.assistant().candidates(at: "add --image |").count == 1000)
    #expect(try sample.assistant().candidates(at: "add --image 1099|").first?.text == "1099.jpg")
  }
}
