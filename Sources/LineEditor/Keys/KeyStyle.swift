/// The key bindings of emacs or of vi.
public enum KeyStyle: CaseIterable, Hashable, Sendable {
  case emacs
  case vi
}
