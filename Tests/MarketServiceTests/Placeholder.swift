/// Placeholder until the first test.
enum MarketServiceTestsModule {}
