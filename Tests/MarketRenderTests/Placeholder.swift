/// Placeholder until the first test.
enum MarketRenderTestsModule {}
