import Formatting
import TerminalKit

extension ScreenModel {
  /// The rows down to the last one with text as an SVG image in a dark frame, which is readable on
  /// a light and on a dark page. Blocks are drawn as shapes, because fonts leave gaps between them.
  public var svg: String { ScreenImage(screen: self).text }
}

/// Draws a screen as SVG.
private struct ScreenImage {
  /// A part of a row in one style, whose characters are all narrow or all wide.
  private struct Run {
    let column: Int
    var text: String
    var columns: Int
    let style: Style
    let isWide: Bool
  }

  private static let cell = (width: 8, height: 18)
  private static let margin = 14
  private static let background = "#1d1f21"
  private static let foreground = "#d4d4d4"
  private static let palette = [
    "#1d1f21", "#f07178", "#a5d46a", "#ffcb6b", "#82aaff", "#c792ea", "#7fdbca", "#d4d4d4",
    "#8a8f98", "#f07178", "#a5d46a", "#ffcb6b", "#82aaff", "#c792ea", "#7fdbca", "#ffffff",
  ]

  let screen: ScreenModel

  private var rowCount: Int { (screen.rows.lastIndex { !$0.isEmpty } ?? 0) + 1 }

  var text: String {
    let width = screen.size.columns * Self.cell.width + 2 * Self.margin
    let height = rowCount * Self.cell.height + 2 * Self.margin
    let label = screen.rows.first { !$0.isEmpty } ?? ""
    var lines = [
      #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \#(width) \#(height)" "#
        + #"width="\#(width)" role="img" aria-label="\#(Self.escaped(label))" "#
        + #"font-family="ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace" "#
        + #"font-size="13" fill="\#(Self.foreground)" xml:space="preserve">"#,
      #"<rect width="\#(width)" height="\#(height)" rx="8" fill="\#(Self.background)"/>"#,
    ]
    for row in 0..<rowCount { lines += shapes(row) + texts(row) }
    if screen.isCursorVisible {
      lines.append(
        #"<rect x="\#(x(screen.cursor.column))" y="\#(y(screen.cursor.row))" "#
          + #"width="\#(Self.cell.width)" height="\#(Self.cell.height)" opacity="0.6"/>"#)
    }
    return (lines + ["</svg>", ""]).joined(separator: "\n")
  }

  private func texts(_ row: Int) -> [String] {
    runs(row).map { run in
      let attributes = [
        #"x="\#(x(run.column))" y="\#(y(row) + 13)" textLength="\#(run.columns * Self.cell.width)""#,
        #"lengthAdjust="spacingAndGlyphs""#, Self.attributes(run.style),
      ].filter { !$0.isEmpty }
      return "<text \(attributes.joined(separator: " "))>\(Self.escaped(run.text))</text>"
    }
  }

  /// The characters of a row without blocks. Each text starts in its column, so that columns are
  /// aligned even in a viewer that ignores `textLength`.
  private func runs(_ row: Int) -> [Run] {
    var runs: [Run] = []
    for column in 0..<screen.size.columns {
      guard let cell = screen.cell(row: row, column: column), !cell.text.isEmpty,
        BlockShape(cell.text) == nil
      else { continue }
      let continuesText = runs.last.map {
        $0.column + $0.columns == column && !$0.text.hasSuffix(" ")
      }
      if cell.text == " ", continuesText != true { continue }
      let isWide = DisplayWidth.of(cell.text) == 2
      if let last = runs.last, last.column + last.columns == column, last.style == cell.style,
        last.isWide == isWide
      {
        runs[runs.count - 1].text += cell.text
        runs[runs.count - 1].columns += isWide ? 2 : 1
      } else {
        runs.append(
          Run(
            column: column, text: cell.text, columns: isWide ? 2 : 1, style: cell.style,
            isWide: isWide))
      }
    }
    return runs.filter { run in run.text.contains { $0 != " " } }
  }

  /// The backgrounds and the blocks of a row, one path per color.
  private func shapes(_ row: Int) -> [String] {
    var paths: [(color: String, path: String)] = []
    func add(_ color: String, _ x: Int, _ y: Int, _ width: Int, _ height: Int) {
      let path = "M\(x) \(y)h\(width)v\(height)h-\(width)z"
      if let index = paths.lastIndex(where: { $0.color == color }) {
        paths[index].path += path
      } else {
        paths.append((color, path))
      }
    }
    // All backgrounds come first, so that none covers a block.
    for column in 0..<screen.size.columns {
      guard let color = background(row, column) else { continue }
      add(color, x(column), y(row), Self.cell.width, Self.cell.height)
    }
    let grounds = paths
    paths = []
    for column in 0..<screen.size.columns {
      guard let cell = screen.cell(row: row, column: column), let block = BlockShape(cell.text)
      else { continue }
      for part in block.parts {
        add(
          Self.foreground(of: cell.style), x(column) + part.x, y(row) + part.y, part.width,
          part.height)
      }
    }
    return (grounds + paths).map {
      #"<path fill="\#($0.color)" d="\#($0.path)" shape-rendering="crispEdges"/>"#
    }
  }

  private func background(_ row: Int, _ column: Int) -> String? {
    guard let style = screen.cell(row: row, column: column)?.style else { return nil }
    if style.attributes.contains(.inverse) {
      return style.foreground.map(Self.text) ?? Self.foreground
    }
    return style.background.map(Self.text)
  }

  private func x(_ column: Int) -> Int { Self.margin + column * Self.cell.width }
  private func y(_ row: Int) -> Int { Self.margin + row * Self.cell.height }

  private static func attributes(_ style: Style) -> String {
    var parts: [String] = []
    if style.attributes.contains(.bold) { parts.append(#"font-weight="bold""#) }
    if style.attributes.contains(.italic) { parts.append(#"font-style="italic""#) }
    if style.attributes.contains(.dim) { parts.append(#"opacity="0.6""#) }
    if style.attributes.contains(.underline) { parts.append(#"text-decoration="underline""#) }
    if style.attributes.contains(.strikethrough) {
      parts.append(#"text-decoration="line-through""#)
    }
    let color = foreground(of: style)
    if color != foreground { parts.append(#"fill="\#(color)""#) }
    return parts.joined(separator: " ")
  }

  private static func foreground(of style: Style) -> String {
    if style.attributes.contains(.inverse) { return style.background.map(text) ?? background }
    return style.foreground.map(text) ?? foreground
  }

  private static func text(_ color: Color) -> String {
    switch color {
    case .rgb(let color): color.description
    case .palette(let index) where Int(index) < palette.count: palette[Int(index)]
    case .palette: foreground
    }
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }
}

/// A block element or a horizontal line as rectangles in a cell of 8 by 18 pixels.
private struct BlockShape {
  let parts: [(x: Int, y: Int, width: Int, height: Int)]

  init?(_ text: String) {
    guard let scalar = text.unicodeScalars.first, text.unicodeScalars.count == 1 else { return nil }
    switch scalar.value {
    case 0x2500: parts = [(0, 9, 8, 1)]
    case 0x2580: parts = [(0, 0, 8, 9)]
    case 0x2581...0x2588:
      let height = (Int(scalar.value - 0x2580) * 18 + 4) / 8
      parts = [(0, 18 - height, 8, height)]
    case 0x2589...0x258F: parts = [(0, 0, 8 - Int(scalar.value - 0x2588), 18)]
    case 0x2590: parts = [(4, 0, 4, 18)]
    case 0x2594: parts = [(0, 0, 8, 2)]
    case 0x2595: parts = [(7, 0, 1, 18)]
    case 0x2596...0x259F:
      // Which quarters are filled: 1 upper left, 2 upper right, 4 lower left, 8 lower right.
      let quarters = [4, 8, 1, 13, 9, 7, 11, 2, 6, 14][Int(scalar.value - 0x2596)]
      parts = [(0, 0, 4, 9), (4, 0, 4, 9), (0, 9, 4, 9), (4, 9, 4, 9)].enumerated()
        .filter { quarters & (1 << $0.offset) != 0 }.map(\.element)
    default: return nil
    }
  }
}
