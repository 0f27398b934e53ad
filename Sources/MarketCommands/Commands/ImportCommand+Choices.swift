import CommandLanguage
import SheetFiles
import TableImport

extension ImportCommand {
  /// The command with what was chosen in the form.
  static func input(_ input: Input, choosing request: ImportRequest) throws -> Input {
    func texts(_ pairs: [(String, String)]) throws -> [Text] {
      try pairs.map { try Text("\($0.0)=\($0.1)") }
    }
    var filled = input.omitting([
      choose, onlyKnown, map, ignore, set, layout, sheet, headerRow, photos,
    ])
    if !request.meanings.isEmpty { filled = filled.setting(map, to: try texts(request.meanings)) }
    if !request.ignored.isEmpty {
      filled = filled.setting(ignore, to: try request.ignored.map { try Text($0) })
    }
    if request.onlyKnown { filled = filled.setting(onlyKnown, to: true) }
    if !request.fixed.isEmpty { filled = filled.setting(set, to: try texts(request.fixed)) }
    if let name = request.layout { filled = filled.setting(layout, to: try Text(name)) }
    if let name = request.sheet.sheet { filled = filled.setting(sheet, to: try Text(name)) }
    if let row = request.shape.headerRow {
      filled = filled.setting(headerRow, to: WholeNumber(row))
    }
    if let folder = request.photos { filled = filled.setting(photos, to: folder) }
    return filled
  }
}
