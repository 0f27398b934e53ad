import Foundation

/// The text that a browser shows of the HTML in a cell.
package enum PlainText {
  /// The plain text; nil if the text has no HTML, and stays as it is.
  package static func of(_ text: String) -> String? {
    let hasTags = hasTags(text)
    guard hasTags || HTMLEntities.has(text) || hasWrittenBreaks(text) else { return nil }
    var plain = hasTags ? text : HTMLEntities.decoded(text)
    // Some programs escape the tags, too.
    if hasTags || plain.contains(/<(?i:p|div|br|ul|ol|table|img)[\s\/>]/) {
      plain = tidied(withoutTags(plain))
    }
    if hasWrittenBreaks(text) {
      plain = plain.replacing("\\r", with: "").replacing("\\n", with: "\n")
    }
    return plain.replacing("\u{A0}", with: " ").trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Whether it has a tag that HTML knows: `a < b` and `<3` are texts.
  private static func hasTags(_ text: String) -> Bool {
    guard text.utf8.contains(UInt8(ascii: "<")) else { return false }
    return HTMLScanner(text).contains { token in
      switch token {
      case .text: false
      case .start(let name, _): known.contains(name) && !sizes.contains(name)
      case .end(let name): known.contains(name)
      }
    } || text.contains("<!--")
  }

  /// Names of tags that are words, too, if no tag ends them: `<S>`.
  private static let sizes: Set = ["b", "i", "s", "u"]

  /// Whether HTML has no such tag, as in `fits <Model A>`.
  private static func isText(_ name: String, _ attributes: Substring) -> Bool {
    !known.contains(name) && !name.contains(":") && !attributes.contains("=")
  }

  /// Whether line breaks are written as `\n`, as WooCommerce does, and not those of a path.
  private static func hasWrittenBreaks(_ text: String) -> Bool {
    guard text.utf8.contains(UInt8(ascii: "\\")) else { return false }
    return text.contains("\\n") && !text.contains("\n") && !text.contains(/[A-Za-z]:\\|\\\\/)
  }

  private static func withoutTags(_ text: String) -> String {
    var plain = ""
    for token in HTMLScanner(text) {
      switch token {
      case .text(let piece):
        // Line breaks of the source are blanks on the page.
        let words = piece.split(omittingEmptySubsequences: false) {
          $0 == "\n" || $0 == "\r\n" || $0 == " " || $0 == "\t"
        }
        plain += HTMLEntities.decoded(words.joined(separator: " "))
      case .start("br", _): plain += "\n"
      case .start("li", _): plain += "\n- "
      case .start(let name, let rest) where isText(name, rest):
        let start = rest.base.index(rest.startIndex, offsetBy: -name.count)
        plain += "<\(rest.base[start..<rest.endIndex])>"
      case .start(let name, _), .end(let name):
        if paragraphs.contains(name) {
          plain += "\n\n"
        } else if lines.contains(name), plain.last(where: { $0 != " " }) != "\n" {
          plain += "\n"
        } else if name == "td" || name == "th" {
          plain += " "
        }
      }
    }
    return plain
  }

  /// The text with single blanks, and at most one empty line between others.
  private static func tidied(_ text: String) -> String {
    var lines: [String] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let words = line.split { $0 == " " || $0 == "\t" || $0 == "\u{A0}" }.joined(separator: " ")
      if words.isEmpty, lines.last?.isEmpty ?? true { continue }
      lines.append(words == "-" ? "" : words)
    }
    while lines.last?.isEmpty ?? false { lines.removeLast() }
    return lines.joined(separator: "\n")
  }

  private static let paragraphs: Set = [
    "p", "ul", "ol", "dl", "table", "blockquote", "h1", "h2", "h3", "h4", "h5", "h6", "pre",
  ]
  private static let lines: Set = [
    "div", "tr", "hr", "dt", "dd", "section", "article", "header", "footer", "center", "figure",
    "figcaption", "main", "caption",
  ]
  private static let known: Set = paragraphs.union(lines).union([
    "br", "li", "td", "th", "tbody", "thead", "tfoot", "col", "colgroup", "span", "b", "i", "u",
    "s", "em", "strong", "small", "big", "font", "a", "img", "sup", "sub", "del", "ins", "strike",
    "mark", "code", "style", "script", "iframe", "video", "source", "picture", "html", "body",
    "head", "meta", "link", "nav", "aside", "input", "button", "form", "label", "o:p", "wbr",
    "object", "embed", "svg", "area", "map", "abbr", "acronym", "address", "audio", "base", "bdi",
    "bdo", "blink", "canvas", "cite", "details", "dfn", "dialog", "fieldset", "frame", "kbd",
    "legend", "marquee", "nobr", "noscript", "option", "param", "q", "rp", "rt", "ruby", "samp",
    "select", "summary", "template", "textarea", "time", "title", "track", "tt", "var",
  ])
}
