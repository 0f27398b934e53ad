import Digest

/// The style sheet of the shop window.
enum WindowStyle {
  /// A part of the address, so that browsers load a changed style sheet.
  static let version = Digest.hex(Digest.sha256(text).prefix(6))

  static let text = """
    :root {
      color-scheme: light dark;
      --ground: #faf9f6; --card: #fff; --line: #dedad2; --text: #1f1d1a; --quiet: #5f5a52;
      --accent: #0b5c4b; --on-accent: #fff; --sale: #a8261b; --empty: #ece9e2;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --ground: #171614; --card: #211f1c; --line: #3b3832; --text: #f0ede7; --quiet: #b8b2a7;
        --accent: #86d7c3; --on-accent: #10241f; --sale: #ffa094; --empty: #2d2a26;
      }
    }
    * { box-sizing: border-box; }
    body {
      margin: 0; background: var(--ground); color: var(--text);
      font: 1rem/1.5 system-ui, -apple-system, "Apple SD Gothic Neo", "Noto Sans KR", sans-serif;
      overflow-wrap: anywhere; word-break: keep-all;
    }
    .top, main, footer { max-width: 76rem; margin: 0 auto; padding: 1rem; }
    h1, h2, p, ul, dl, dd { margin: 0; padding: 0; }
    ul { list-style: none; }
    a { color: inherit; text-underline-offset: .2em; }
    a:focus-visible, input:focus-visible, button:focus-visible {
      outline: 3px solid var(--accent); outline-offset: 2px; border-radius: .25rem;
    }
    .hidden {
      position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
      white-space: nowrap;
    }
    .skip { position: absolute; left: -100vw; padding: .75rem 1rem; background: var(--card); }
    .skip:focus { left: 0; top: 0; z-index: 2; }

    .top { display: flex; flex-wrap: wrap; gap: .75rem 1.5rem; align-items: center; }
    .brand { font-size: 1.25rem; font-weight: 700; text-decoration: none; }
    .top form {
      display: flex; flex: 1 1 16rem; min-width: 0; max-width: 32rem; margin-left: auto; gap: .5rem;
    }
    .top input[type=search] {
      flex: 1; width: 100%; min-width: 0; padding: .6rem .9rem; border: 1px solid var(--quiet);
      border-radius: .6rem; background: var(--card); color: inherit; font: inherit;
    }
    .top input::placeholder { color: var(--quiet); opacity: 1; }
    .top button {
      padding: .6rem 1.1rem; border: 0; border-radius: .6rem; background: var(--accent);
      color: var(--on-accent); font: inherit; font-weight: 600; cursor: pointer; white-space: nowrap;
    }

    .heading { display: flex; flex-wrap: wrap; align-items: baseline; gap: .25rem 1rem; }
    .heading h1 { font-size: 1.5rem; line-height: 1.25; }
    .heading p { color: var(--quiet); }
    .layouts { margin-left: auto; display: flex; }
    .layouts a { padding: .5rem .75rem; border-radius: .5rem; color: var(--quiet); }
    .layouts a[aria-current] {
      background: var(--empty); color: var(--text); font-weight: 600; text-decoration: none;
    }
    .empty { padding: 4rem 1rem; text-align: center; color: var(--quiet); }

    .rows, .grid { margin: 1rem 0; display: grid; gap: .75rem; }
    .grid { grid-template-columns: repeat(auto-fill, minmax(min(10rem, 45%), 1fr)); gap: 1rem; }
    .grid img { height: auto; }
    .rows > li, .grid > li {
      position: relative; overflow: hidden; background: var(--card);
      border: 1px solid var(--line); border-radius: .9rem;
    }
    .rows > li { display: grid; grid-template-columns: 6.5rem 1fr; gap: 1rem; }
    .rows > li > div { padding: .75rem 1rem .75rem 0; min-width: 0; align-self: center; }
    .grid > li > div { padding: .75rem; }
    .rows img, .rows li > span, .grid img, .grid li > span {
      display: block; width: 100%; aspect-ratio: 1; object-fit: cover; background: var(--empty);
    }
    .rows > li > img, .rows > li > span { height: 100%; min-height: 6.5rem; aspect-ratio: auto; }
    li h2 { font-size: 1rem; font-weight: 600; line-height: 1.35; }
    li h2 a { text-decoration: none; }
    li h2 a::after { content: ""; position: absolute; inset: 0; }
    li:hover h2 a { text-decoration: underline; }
    li:focus-within { outline: 3px solid var(--accent); outline-offset: 2px; }
    li h2 a:focus-visible { outline: 0; }
    .grid h2, .rows h2 {
      display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden;
    }
    .price { margin: .15rem 0; }
    .price strong { font-size: 1.1em; }
    .price s { color: var(--quiet); }
    .price em { color: var(--sale); font-style: normal; font-weight: 600; white-space: nowrap; }
    .about { font-size: .875rem; color: var(--quiet); }
    .sold-out img { filter: grayscale(1); opacity: .6; }
    .sold-out .stock { font-weight: 600; color: var(--text); }

    .pages { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: 1rem; }
    .pages a, .back {
      display: inline-block; padding: .6rem 1.1rem; border: 1px solid var(--quiet);
      border-radius: .6rem; text-decoration: none;
    }
    .pages a:hover, .back:hover { text-decoration: underline; }
    .pages p { color: var(--quiet); text-align: center; }

    main > p > .back { margin: 1rem 0; }
    main > p:first-child > .back { margin-top: 0; }
    .listing { display: grid; gap: 1.5rem; }
    .gallery { position: relative; min-width: 0; }
    .photos {
      display: flex; gap: .5rem; overflow-x: auto; scroll-snap-type: x mandatory;
      border-radius: .6rem;
    }
    .photos:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
    .photos li { flex: 0 0 100%; scroll-snap-align: center; }
    .photos li:nth-last-child(n+2), .photos li:nth-last-child(n+2) ~ li { flex-basis: 94%; }
    .photos a { display: block; }
    .photos img {
      display: block; width: 100%; height: auto; max-height: 80vh; object-fit: contain;
      border-radius: .6rem; background: var(--empty);
    }
    .badge {
      position: absolute; z-index: 1; left: .75rem; top: .75rem; padding: .25rem .75rem;
      border-radius: .5rem; background: var(--text); color: var(--ground); font-weight: 600;
    }
    .more { margin-top: 2.5rem; }
    .more h2 { font-size: 1.25rem; }

    .filters { margin-top: .5rem; }
    .filters summary { cursor: pointer; padding: .5rem 0; color: var(--quiet); }
    .filters form { display: flex; flex-wrap: wrap; gap: .75rem 1.25rem; align-items: center; }
    .filters select, .filters input:not([type=checkbox]), .filters button {
      padding: .5rem .6rem; border: 1px solid var(--quiet); border-radius: .5rem;
      background: var(--card); color: inherit; font: inherit;
    }
    .numbers { flex-basis: 100%; display: flex; flex-wrap: wrap; justify-content: center; }
    .pages .numbers a { border: 0; padding: .5rem .75rem; }
    .numbers a[aria-current] { background: var(--empty); font-weight: 600; }
    .numbers li { padding: .5rem 0; }
    .numbers li:has(a) { padding: 0; }

    .tags { display: grid; grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr)); }
    .tags li { padding: 1rem; border: 1px dashed var(--quiet); break-inside: avoid; }
    .tags .price { font-size: 1.5rem; }
    .facts { min-width: 0; }
    .facts h1 { font-size: 1.75rem; line-height: 1.25; }
    .facts .price { margin: .5rem 0 1rem; font-size: 1.25rem; }
    .facts h2 { margin: 1.5rem 0 .5rem; font-size: 1.1rem; }
    dl {
      display: grid; grid-template-columns: 8rem 1fr;
      border-top: 1px solid var(--line);
    }
    dt, dd { padding: .5rem 0; border-bottom: 1px solid var(--line); }
    dt { color: var(--quiet); }
    .text { max-width: 42rem; }
    .text > * { margin-bottom: 1rem; }
    .text ul { list-style: disc; padding-left: 1.5rem; }
    .description { white-space: pre-line; max-width: 42rem; }
    @media (min-width: 52rem) {
      .listing { grid-template-columns: 1fr 1fr; gap: 2.5rem; }
      .rows { grid-template-columns: 1fr 1fr; }
    }
    @media print {
      .top, footer, .screen, .skip, .layouts, .filters, .pages { display: none; }
      main { max-width: none; padding: 0; }
    }
    footer { margin-top: 2rem; color: var(--quiet); font-size: .875rem; }

    """
}
