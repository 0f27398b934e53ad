/// Sizes in words.
import Photos
import Testing

@Suite struct ByteTextTests {
  @Test(arguments: [
    (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1_000, "1 KB"), (1_499, "1 KB"),
    (1_500, "2 KB"), (508_500, "509 KB"), (999_499, "999 KB"), (999_500, "1.0 MB"),
    (3_149_999, "3.1 MB"), (3_150_000, "3.2 MB"), (999_960_000, "1.0 GB"),
    (12_300_000_000, "12.3 GB"), (Int.max, "9 EB"),
  ])
  func `a size is rounded to what is read at a glance`(bytes: Int, words: String) {
    #expect(ByteText.words(bytes) == words)
  }

  @Test(arguments: [
    (1, "1 byte"), (999, "999 bytes"), (1_000, "1,000 bytes"), (307_200, "307,200 bytes"),
    (1_234_567, "1,234,567 bytes"),
  ])
  func `a limit is told to the byte`(bytes: Int, words: String) {
    #expect(ByteText.exact(bytes) == words)
  }
}
