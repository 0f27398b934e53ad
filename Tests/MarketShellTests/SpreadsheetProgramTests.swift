import Foundation
import MarketTestSupport
import Testing

/// A real spreadsheet program between `export` and `import`.
@Suite(
  .timeLimit(.minutes(60)),
  .enabled(if: ExternalProgram.exists("soffice"), "LibreOffice is not installed"))
struct SpreadsheetProgramTests {
  /// Opens a file, sets a cell, and saves it under another name.
  private static let macro = """
    Sub Change(source As String, target As String, filter As String, options As String, _
        cell As String, value As String)
      Dim opened(0) As New com.sun.star.beans.PropertyValue
      opened(0).Name = "Hidden"
      opened(0).Value = True
      document = StarDesktop.loadComponentFromURL(source, "_blank", 0, opened())
      document.Sheets(0).getCellRangeByName(cell).Formula = value
      Dim saved(1) As New com.sun.star.beans.PropertyValue
      saved(0).Name = "FilterName"
      saved(0).Value = filter
      saved(1).Name = "FilterOptions"
      saved(1).Value = options
      document.storeToURL(target, saved())
      document.close(True)
    End Sub
    """

  @Test func `import shows exactly the cell that LibreOffice changed`() async throws {
    let world = try TestWorld()
    for name in ["=1+2 mug", "도자기 \"컵\"", "007", "1e5 tea"] { try await world.add(name) }
    let mug = try await world.add(
      "Oak mug", price: "12345.5", "--code", "007", "--allow", "fraction")
    await world.run("export", "mugs.xlsx")
    let office = try await LibreOffice.start(in: world.workingFolder, macro: Self.macro)
    for (target, filter, options) in [
      ("changed.xlsx", "Calc MS Excel 2007 XML", ""),
      ("changed.csv", "Text - txt - csv (StarCalc)", "44,34,76"),
    ] {
      // The newest listing is in the second row, its stock in the eighth column.
      try await office.run("Change", ["mugs.xlsx", target], filter, options, "H2", "9")
      let plan = await world.run("import", target, "--dry-run", "--fields", "id,stock")
      #expect(plan.output == "\(mug)\t9\n", "\(target): \(plan)")
      #expect(plan.error.contains("1 changed, 4 already as wanted"), "\(target): \(plan.error)")
      #expect(plan.error.contains("stock 5 → 9"))
    }
  }
}

/// LibreOffice without a window, with a macro.
private struct LibreOffice {
  private let folder: String
  private var profile: String { "-env:UserInstallation=file://\(folder)/profile" }

  static func start(in folder: String, macro: String) async throws -> LibreOffice {
    let office = LibreOffice(folder: folder)
    // The first start makes the profile, without macros of others.
    try await office.start(["--terminate_after_init"])
    try office.add(macro)
    return office
  }

  private init(folder: String) {
    self.folder = folder
  }

  /// - Parameter files: names in the folder, as the first arguments.
  func run(_ name: String, _ files: [String], _ arguments: String...) async throws {
    let words = files.map { "file://\(folder)/\($0)" } + arguments
    let list = words.map { "\"\($0)\"" }.joined(separator: ",")
    try await start(["macro:///Standard.Module1.\(name)(\(list))"])
  }

  private func start(_ arguments: [String]) async throws {
    // It leaves temporary files behind.
    let all = ["TMPDIR=\(folder)", "soffice", profile, "--headless", "--norestore"] + arguments
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      Thread.detachNewThread {
        done.resume(with: Result { _ = try ExternalProgram.run("env", all) })
      }
    }
  }

  private func add(_ macro: String) throws {
    let library = "http://openoffice.org/2000/library"
    let files = [
      "Standard/Module1.xba": """
      <script:module xmlns:script="http://openoffice.org/2000/script" script:name="Module1" \
      script:language="StarBasic">\(macro.replacing("&", with: "&amp;"))</script:module>
      """,
      "Standard/script.xlb": """
      <library:library xmlns:library="\(library)" library:name="Standard" \
      library:readonly="false" library:passwordprotected="false">\
      <library:element library:name="Module1"/></library:library>
      """,
      "script.xlc": """
      <library:libraries xmlns:library="\(library)" xmlns:xlink="http://www.w3.org/1999/xlink">\
      <library:library library:name="Standard" xlink:type="simple" library:link="false" \
      xlink:href="$(USER)/basic/Standard/script.xlb/"/></library:libraries>
      """,
    ]
    let basic = URL(filePath: "\(folder)/profile/user/basic")
    for (name, text) in files {
      let file = basic.appending(path: name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      let header = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      try Data((header + text).utf8).write(to: file)
    }
  }
}
