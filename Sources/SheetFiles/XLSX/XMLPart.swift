import CExpat

/// A part of a spreadsheet that expat parses: subclasses receive its elements.
///
/// Expat calls back from within `advance` only, and the parser is freed with this object. What the
/// callbacks change is `@exclusivity(unchecked)`: nothing else uses it during `XML_Parse`, and the
/// checks took a tenth of the time.
class XMLPart {
  let entry: ZipEntry
  let path: String
  private let parser: XML_Parser
  private let buffer: UnsafeMutableRawBufferPointer
  @exclusivity(unchecked)
  private var depth = 0
  private var failure: SheetError.Reason?
  private var fed = 0
  private(set) var isAtEnd = false

  init(_ entry: ZipEntry, in path: String) throws(SheetError) {
    guard let parser = XML_ParserCreate(nil) else {
      throw SheetError(path: path, reason: .damaged(detail: "no memory"))
    }
    self.entry = entry
    self.path = path
    self.parser = parser
    buffer = .allocate(byteCount: 64 << 10, alignment: 16)
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(
      parser,
      { context, name, attributes in
        guard let name, let attributes else { return }
        XMLPart.of(context)?._withUnsafeGuaranteedRef {
          $0.enter(XMLName(name), XMLAttributes(attributes))
        }
      },
      { context, name in
        guard let name else { return }
        XMLPart.of(context)?._withUnsafeGuaranteedRef { $0.leave(XMLName(name)) }
      })
    XML_SetCharacterDataHandler(parser) { context, text, count in
      guard let text else { return }
      XMLPart.of(context)?._withUnsafeGuaranteedRef {
        $0.text(UnsafeRawBufferPointer(start: text, count: Int(count)))
      }
    }
    // Entities can only be declared in a document type, which no spreadsheet has.
    XML_SetStartDoctypeDeclHandler(parser) { context, _, _, _, _ in
      XMLPart.of(context)?._withUnsafeGuaranteedRef { $0.stop(.suspicious(.entities)) }
    }
  }

  deinit {
    XML_ParserFree(parser)
    buffer.deallocate()
  }

  /// Called at the beginning of an element, unless it is nested too deeply.
  func start(_ name: XMLName, _ attributes: XMLAttributes) {}
  /// Called at the end of an element.
  func end(_ name: XMLName) {}
  /// Called for a piece of the text of an element.
  func text(_ bytes: UnsafeRawBufferPointer) {}

  /// Parses another piece of the entry.
  final func advance() throws(SheetError) {
    let count = try entry.read(into: buffer)
    isAtEnd = count == 0
    let bytes = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
    let status = XML_Parse(parser, bytes, Int32(count), isAtEnd ? 1 : 0)
    if let failure { throw SheetError(path: path, reason: failure) }
    guard status == XML_STATUS_OK else {
      let reason = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "XML"
      throw SheetError(path: path, reason: .damaged(detail: "\(entry.name): \(reason)"))
    }
    // Expat looks at a name or an attribute that is not complete from its beginning each time.
    fed += count
    guard fed - max(0, Int(XML_GetCurrentByteIndex(parser))) <= SheetLimits.cellBytes else {
      throw SheetError(path: path, reason: .valueTooLong(limit: SheetLimits.cellBytes))
    }
  }

  /// Parses the whole entry.
  final func parse() throws(SheetError) {
    while !isAtEnd { try advance() }
  }

  /// Ends parsing with an error, from within a callback.
  final func stop(_ reason: SheetError.Reason) {
    if failure == nil { failure = reason }
    XML_StopParser(parser, 0)
  }

  final func stop(damaged detail: String) {
    stop(.damaged(detail: "\(entry.name): \(detail)"))
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> Unmanaged<XMLPart>? {
    context.map { Unmanaged.fromOpaque($0) }
  }

  private func enter(_ name: XMLName, _ attributes: XMLAttributes) {
    depth += 1
    guard depth <= SheetLimits.depth else {
      return stop(.suspicious(.depth(limit: SheetLimits.depth)))
    }
    start(name, attributes)
  }

  private func leave(_ name: XMLName) {
    depth -= 1
    end(name)
  }
}
