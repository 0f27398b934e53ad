import Base
import Foundation
import Messages
import SheetFiles

/// The pictures in the cells of a spreadsheet as files: the photos of rows without others.
///
/// A file is written when a row needs it, and deleted with all others.
final class SheetPhotos {
  private let pictures: SheetPictures?
  private let rows: [Int: [SheetPicture]]
  private lazy var folder = ScratchFolder()
  private var used: Set<Int> = []

  init(_ map: ColumnMap) throws(SheetError) {
    let file = map.file
    pictures =
      if file.format == .xlsx, let sheet = file.sheet {
        try SheetPictures(map.shape.path, sheet: sheet)
      } else {
        nil
      }
    rows = Dictionary(grouping: pictures?.pictures ?? [], by: \.row)
  }

  /// The files of the pictures of a row; empty without any. One that cannot be written is not there.
  func paths(ofRow row: Int) -> [String] {
    guard let pictures, let found = rows[row], let folder else { return [] }
    used.insert(row)
    return found.map { picture in
      let name = picture.part.split(separator: "/").last.map(String.init) ?? ""
      let file = folder.file(name)
      if !FileManager.default.fileExists(atPath: file),
        let bytes = try? pictures.bytes(of: picture)
      {
        _ = FileManager.default.createFile(atPath: file, contents: Data(bytes))
      }
      return file
    }
  }

  /// What there is to say about them; nil if no row needs one.
  var note: Message? {
    used.isEmpty
      ? nil
      : Message(
        count: used.count, one: "the pictures in the cells of 1 row are its photos",
        other: "the pictures in the cells of \(used.count) rows are their photos")
  }
}
