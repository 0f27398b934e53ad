import Foundation

// With FUZZING, libFuzzer has the entry point. It changes inputs until they reach new places of the
// reader that FUZZ_READER names.
#if FUZZING
  private let reader = Readers.all[ProcessInfo.processInfo.environment["FUZZ_READER"] ?? ""]

  @_cdecl("LLVMFuzzerTestOneInput")
  public func read(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    try? reader?(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
  }
#else
  /// Reads the files of a folder, each with the reader that its folder is named after.
  @main
  enum Main {
    static func main() throws {
      let root = URL(filePath: CommandLine.arguments.dropFirst().first ?? "Fixtures/fuzz")
      var count = 0
      for (name, reader) in Readers.all.sorted(by: { $0.key < $1.key }) {
        let folder = root.appending(path: name)
        let files = try FileManager.default.contentsOfDirectory(
          at: folder, includingPropertiesForKeys: nil)
        for file in files {
          print("\(name)/\(file.lastPathComponent)")
          try? reader(Array(Data(contentsOf: file)))
          count += 1
        }
      }
      print("\(count) inputs of \(Readers.all.count) readers were read")
    }
  }
#endif
