/// How the styles of cells show numbers, as far as it changes what a number means.
final class CellStyles: XMLPart {
  private var kinds: [NumberFormat] = []
  private var formats: [Int: NumberFormat] = [:]
  private var isInCells = false

  func format(of style: Int) -> NumberFormat {
    kinds.indices.contains(style) ? kinds[style] : .number
  }

  override func start(_ name: XMLName, _ attributes: XMLAttributes) {
    if name == "cellXfs" {
      isInCells = true
    } else if name == "xf", isInCells {
      let format = attributes["numFmtId"].flatMap { Int($0) } ?? 0
      kinds.append(formats[format] ?? NumberFormat(builtIn: format))
    } else if name == "numFmt", let id = attributes["numFmtId"].flatMap({ Int($0) }) {
      formats[id] = NumberFormat(code: attributes["formatCode"] ?? "")
    }
  }

  override func end(_ name: XMLName) {
    if name == "cellXfs" { isInCells = false }
  }
}
