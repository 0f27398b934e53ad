/// Placeholder until the first test.
enum MarketWireTestsModule {}
