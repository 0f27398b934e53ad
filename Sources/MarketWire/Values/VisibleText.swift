extension Unicode.Scalar {
  /// Whether the scalar alone is visible.
  ///
  /// Unicode classes the empty Braille cell as a symbol, but it looks blank. A combining mark is
  /// visible only together with another scalar.
  public var isVisible: Bool {
    let facts = properties
    guard !facts.isWhitespace, !facts.isDefaultIgnorableCodePoint, self != "\u{2800}" else {
      return false
    }
    switch facts.generalCategory {
    case .control, .format, .nonspacingMark, .enclosingMark, .surrogate, .privateUse,
      .unassigned:
      return false
    default: return true
    }
  }
}

extension String {
  /// Whether at least one character of the text is visible, as names need.
  public var hasVisibleCharacter: Bool { unicodeScalars.contains(where: \.isVisible) }
}
