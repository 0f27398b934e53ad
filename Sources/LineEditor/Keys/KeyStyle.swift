/// Which keys edit: those of emacs, or those of vi.

public enum KeyStyle: Hashable, Sendable {
  case emacs
  case vi
}
