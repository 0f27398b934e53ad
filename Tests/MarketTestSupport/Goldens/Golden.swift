import Formatting
import Foundation
public import TerminalKit
public import Testing

/// Comparison with golden files, which `OPENMARKET_RECORD=1` records.
public enum Golden {
  /// The codes of the languages in which screens are recorded.
  public static let languages = ["en", "ko"]

  /// Like ``expect(_:matches:sourceLocation:)``, with the file of a screen in a language:
  /// `screens/list.txt`, in Korean `screens/ko/list.txt`.
  public static func expect(
    _ text: String, matchesScreen name: String, in language: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let folder = language == "en" ? "screens" : "screens/\(language)"
    expect(text, matches: "\(folder)/\(name).txt", sourceLocation: sourceLocation)
  }

  /// Records an issue with a diff if `text` differs from the file at `path` in `Fixtures`.
  ///
  /// With `OPENMARKET_RECORD=1` in the environment, it writes the file instead.
  public static func expect(
    _ text: String, matches path: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let file = Fixture.root.appending(path: path)
    if ProcessInfo.processInfo.environment["OPENMARKET_RECORD"] == "1" {
      record(text, in: file, sourceLocation: sourceLocation)
    } else if let data = try? Data(contentsOf: file) {
      let known = String(decoding: data, as: UTF8.self)
      guard known != text else { return }
      Issue.record(
        "\(path) differs (- recorded, + now):\n\(diff(from: known, to: text))",
        sourceLocation: sourceLocation)
    } else {
      Issue.record(
        "\(path) is not recorded yet; run with OPENMARKET_RECORD=1. Now:\n\(text)",
        sourceLocation: sourceLocation)
    }
  }

  /// Returns the lines of both texts in order, marked ` `, `-` or `+`.
  public static func diff(from old: String, to new: String) -> String {
    let before = old.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let after = new.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let difference = after.difference(from: before)
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var lines: [String] = []
    var next = 0
    for (index, line) in before.enumerated() {
      guard !removed.contains(index) else {
        lines.append("- " + line)
        continue
      }
      while inserted.contains(next) {
        lines.append("+ " + after[next])
        next += 1
      }
      lines.append("  " + line)
      next += 1
    }
    lines += after[next...].map { "+ " + $0 }
    return lines.joined(separator: "\n")
  }

  private static func record(_ text: String, in file: URL, sourceLocation: SourceLocation) {
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file, options: .atomic)
    } catch {
      Issue.record("cannot record \(file.path): \(error)", sourceLocation: sourceLocation)
    }
  }
}

extension StyledText {
  /// The text with its styles as markup, such as `[bold]12[/] of 340`; a literal `[` is doubled.
  public var markup: String {
    fragments.map { fragment in
      let text = fragment.text.replacing("[", with: "[[")
      let name = fragment.style.markupName
      guard !name.isEmpty else { return text }
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      return lines.map { $0.isEmpty ? "" : "[\(name)]\($0)[/]" }.joined(separator: "\n")
    }.joined()
  }
}

extension Style {
  /// The name of the style, such as `bold red`; empty for the plain style.
  fileprivate var markupName: String {
    let names: [(Style.Attributes, String)] = [
      (.bold, "bold"), (.dim, "dim"), (.italic, "italic"), (.underline, "underline"),
      (.inverse, "inverse"), (.strikethrough, "strike"),
    ]
    var parts = names.filter { attributes.contains($0.0) }.map(\.1)
    if let foreground { parts.append(foreground.markupName) }
    if let background { parts.append("on " + background.markupName) }
    if let link { parts.append("link=" + link) }
    return parts.joined(separator: " ")
  }
}

extension Color {
  fileprivate var markupName: String {
    let names = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white", "gray"]
    switch self {
    case .palette(let index) where Int(index) < names.count: return names[Int(index)]
    case .palette(let index): return "color\(index)"
    case .rgb(let color): return "rgb(\(color.red),\(color.green),\(color.blue))"
    }
  }
}
