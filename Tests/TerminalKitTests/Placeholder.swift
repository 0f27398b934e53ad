/// Placeholder until the first test.
enum TerminalKitTestsModule {}
