import LocalFiles
import Messages
import SellerSession

/// Text files that commands write.
enum TextFile {
  /// Writes a file; an existing one is not replaced unless the seller allows it.
  static func write(
    _ text: String, to path: String, named name: String, replacing: Bool
  ) throws(SellerError) {
    do throws(NewFile.WriteError) {
      _ = try NewFile.write(Array(text.utf8), to: path, replacing: replacing)
    } catch .nameTaken {
      throw .file(path: name, reason: "the file exists; `\(command: "--yes")` overwrites it")
    } catch {
      throw .file(path: name, reason: error.reason)
    }
  }
}
