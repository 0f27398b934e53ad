/// The key bindings of emacs or of vi.
public enum KeyStyle: Hashable, Sendable {
  case emacs
  case vi
}
