import SheetFiles
import Testing

@Suite(.timeLimit(.minutes(60))) struct PlainTextTests {
  @Test(arguments: [
    (
      "<p>Wool blanket, <b>soft</b>.</p><p>Size&nbsp;140&times;200&nbsp;cm</p>",
      "Wool blanket, soft.\n\nSize 140×200 cm"
    ),
    (
      "<p>Washed linen <strong>apron</strong>.</p><ul><li>one size</li><li>40&deg; wash</li></ul>",
      "Washed linen apron.\n\n- one size\n- 40° wash"
    ),
    ("Blanket &amp; pillow", "Blanket & pillow"), ("5 &lt; 6 &#44032;&#xAC01;", "5 < 6 가각"),
    ("one<br>two<br/>three", "one\ntwo\nthree"), ("<div>a</div><div>b</div>", "a\nb"),
    ("<p>a</p>\r\n\r\n<p>b\nc</p>", "a\n\nb c"), ("<b>bold</b><i>er</i>", "bolder"),
    ("<style>p { color: red }</style><p>text</p>", "text"),
    ("<!-- note --><span style='a>b'>text</span>", "text"),
    (
      "<table><tr><td>size</td><td>M</td></tr><tr><td>color</td><td>red</td></tr></table>",
      "size M\ncolor red"
    ),
    ("<p><img src=\"a.jpg\"></p>", ""),
    ("Ten herbs.\\n\\nKeep it dry.", "Ten herbs.\n\nKeep it dry."),
    ("<P CLASS=\"x\">Upper</P>", "Upper"), ("&lt;b&gt;shown&lt;/b&gt;", "<b>shown</b>"),
    ("<h2>Head</h2>text", "Head\n\ntext"),
    ("&lt;p&gt;Hello &lt;b&gt;world&lt;/b&gt;&lt;/p&gt;", "Hello world"),
    ("<p>fits <Model A> and B</p>", "fits <Model A> and B"),
  ])
  func `HTML becomes the text that a browser shows`(html: String, text: String) {
    #expect(PlainText.of(html) == text)
  }

  @Test(arguments: [
    "plain", "a < b > c", "I <3 mugs", "salt & pepper", "R&D; more", "5 <6", "<", "&", "&;",
    "C:\\new\\name", "two\nlines", "<unknown>", "a\\b",
    "Sizes: <S>, <M>, <L>",
  ])
  func `a text without HTML stays as it is`(text: String) {
    #expect(PlainText.of(text) == nil)
  }
}
