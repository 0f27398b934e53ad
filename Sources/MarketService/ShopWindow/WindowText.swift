import CMarkdown
import Digest
import MarketWire

/// A text of the operator on the pages for buyers: about the market, its rules, contact, privacy.
public struct WindowText: Hashable, Sendable {
  /// The names of texts, which are also their paths.
  public static let names = ["about", "rules", "contact", "privacy"]
  /// The maximum size of a text in bytes.
  public static let byteLimit = 65_536

  /// One of ``names``.
  public let name: String
  /// The code of its language, such as `ko`; nil for all.
  public let language: String?
  let version: String
  private let html: String

  /// Renders a text in CommonMark; raw HTML and links that run a script are left out.
  public init(name: String, language: String?, markdown: String) {
    self.name = name
    self.language = language
    version = Digest.hex(Digest.sha256(markdown).prefix(6))
    var markdown = markdown
    html = markdown.withUTF8 { text in
      let options = CMARK_OPT_DEFAULT | CMARK_OPT_VALIDATE_UTF8 | CMARK_OPT_SMART
      return text.withMemoryRebound(to: CChar.self) { text in
        guard let start = text.baseAddress,
          let html = cmark_markdown_to_html(start, text.count, options)
        else { return "" }
        defer { free(html) }
        return String(cString: html)
      }
    }
  }

  /// Whether buyers can report a listing to an address: of mail, or a URL.
  public static func isReportAddress(_ text: String) -> Bool {
    if text.contains("://") {
      return BaseURL(publicURL: String(text.prefix { !"?#".contains($0) })) != nil
    }
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
      && text.utf8.allSatisfy { $0 > 0x20 && !"\"<>:?&%\\".utf8.contains($0) }
  }

  func response(in context: WindowContext) -> HTTPResponse {
    let title = context.texts.operatorText(name)
    let page = WindowPage(
      title: title, summary: "\(title) · \(context.name)", target: context.link(name),
      content: """
        <p><a class="back" href="\(context.list())">\(context.texts.all)</a></p>
        <div class="text" dir="auto">
        \(HTML(trusted: html))</div>
        """)
    return page.response(in: context)
  }
}
