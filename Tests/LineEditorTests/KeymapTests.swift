import TerminalKit
import Testing

@testable import LineEditor

@Suite(.timeLimit(.minutes(60))) struct KeymapTests {
  @Test(arguments: [KeyStyle.emacs, .vi])
  func `every key name in the tables is valid`(style: KeyStyle) {
    let bound = Keymap(style).rows.filter { $0.action != nil }
    for name in bound.flatMap(\.keys).flatMap({ $0.split(separator: " ") }) {
      #expect(Key(named: String(name)) != nil, "\(name)")
    }
  }

  @Test(arguments: [KeyStyle.emacs, .vi])
  func `no key is in the tables twice`(style: KeyStyle) {
    var seen: Set<String> = []
    for keys in Keymap(style).rows.filter({ $0.action != nil }).flatMap(\.keys) {
      #expect(seen.insert(keys).inserted, "\(keys)")
    }
  }

  @Test(
    "a key is created from its name",
    arguments: [
      ("Ctrl-A", Key.control("a")), ("Alt-<", .alt("<")), ("Shift-Tab", Key(.tab, .shift)),
      ("Ctrl-_", .control("_")), ("F1", Key(.function(1))), ("Ctrl-Left", Key(.left, .control)),
      ("Ctrl-Alt-X", Key(.text("x"), [.control, .alt])), ("F", .text("f")),
    ])
  func named(name: String, expected: Key) {
    #expect(Key(named: name) == expected)
  }

  @Test(arguments: ["", "Ctrl-", "Hyper-A", "Fx", "Ctrl-Leftish"])
  func `other names are invalid`(name: String) {
    #expect(Key(named: name) == nil)
  }
}
