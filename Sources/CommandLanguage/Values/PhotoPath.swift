public import Messages

/// The path of a photo: like `FilePath`, but completion offers images first.
public struct PhotoPath: Hashable, ParameterValue {
  public let path: FilePath

  public init(_ path: FilePath) { self.path = path }

  public static func read(_ word: Word, in context: ReadingContext) throws(ValueProblem) -> Self {
    PhotoPath(try FilePath.read(word, in: context))
  }

  public static let valueName: Message = "file"
  public static let sample = "photo.jpg"
  public static let completion = CompletionKind.photo
  public var written: String { path.written }
  public var description: String { path.text }
}
