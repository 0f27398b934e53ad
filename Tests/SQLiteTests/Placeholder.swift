/// Placeholder until the first test.
enum SQLiteTestsModule {}
