/// Placeholder until the first test.
enum NotebookTestsModule {}
