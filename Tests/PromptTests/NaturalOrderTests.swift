import Testing

@testable import Prompt

@Suite(.timeLimit(.minutes(60))) struct NaturalOrderTests {
  @Test(arguments: [
    ["2.jpg", "10.jpg"], ["a2b3", "a2b10", "a10b1"], ["a", "B", "c"], ["7", "007a", "8"],
    ["a", "a1", "b"],
  ])
  func `numbers are compared by value, letters without case`(names: [String]) {
    let entries = names.reversed().map { FolderEntry($0, isFolder: false) }
    #expect(NaturalOrder.sorted(entries).map(\.name) == names)
  }

  @Test(arguments: [
    ("a.jpg", true), ("A.HEIC", true), ("a.jpg.txt", false), ("jpg", false), (".png", true),
  ])
  func `the extension of a name says whether it is a picture`(name: String, isPicture: Bool) {
    #expect(FolderEntry.isPicture(name) == isPicture)
  }
}
