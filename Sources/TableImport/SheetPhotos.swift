import Foundation
import Messages
import SheetFiles

/// The pictures in the cells of a spreadsheet as files: the photos of rows without others.
///
/// A file is written when a row needs it, and deleted with all others.
final class SheetPhotos {
  private let pictures: SheetPictures?
  private let rows: [Int: [SheetPicture]]
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "market-\(UUID().uuidString)")
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

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The files of the pictures of a row; empty without any. One that cannot be written is not there.
  func paths(ofRow row: Int) -> [String] {
    guard let pictures, let found = rows[row] else { return [] }
    used.insert(row)
    try? FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    return found.map { picture in
      let name = picture.part.split(separator: "/").last.map(String.init) ?? ""
      let file = folder.appending(path: name)
      if !FileManager.default.fileExists(atPath: file.path),
        let bytes = try? pictures.bytes(of: picture)
      {
        try? Data(bytes).write(to: file)
      }
      return file.path
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
