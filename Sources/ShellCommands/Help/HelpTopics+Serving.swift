import CommandLanguage
import Messages

extension HelpTopics {
  static let serving = HelpTopic(
    "serving", summary: "Serve a market over HTTP",
    parts: [
      .table(
        "Start",
        [
          .init(term: "account add oak", "create an account; its secret is shown once"),
          .init("serve --port 8080", "serve the home market until Ctrl-C"),
          .init("--data ./class", "another folder, for serve and account"),
          .init("--bind 0.0.0.0", "for other machines; otherwise only for this one"),
          .init(term: "login URL --shop oak", "sign in from another machine"),
        ]),
      .paragraph(
        """
        The address is the first line on stdout; stderr has a line for each request. Shells and \
        servers can use one market at the same time. A change is on disk before it is answered.
        """),
      .table(
        "In public",
        [
          .init("--tls-cert, --tls-key", "serve HTTPS only"),
          .init("SSL_CERT_FILE", "a file with your own certificate, for clients to trust it"),
          .init("--public-url", "the outside address behind a reverse proxy, for picture URLs"),
          .init("--per-address 64", "connections from one address"),
          .init("--trusted-proxy", "a proxy or network that forwards addresses of clients"),
          .init("--metrics 127.0.0.1:9090", "numbers for Prometheus, on a port of their own"),
        ]),
      .paragraph(
        """
        Put a public market behind a reverse proxy with TLS. The proxy has to reject what the \
        HTTP library accepts on later requests of a connection: malformed lengths, folded header \
        lines, and NUL or a bare line feed in a header.
        """),
      .table(
        "Accounts",
        [
          .init("account list", "all accounts"),
          .init(term: "account reset oak", "a new identifier and secret"),
          .init(
            term: "account disable oak", "reject its changes; account enable accepts them again"),
          .init("demo load", "sample listings; demo clear removes them"),
        ]),
      .paragraph(
        """
        A new listing may have 2 MiB, another request 64 KiB; 10 wrong secrets a minute are \
        allowed per identifier. Phone apps get the original API. Its extensions (filters, sort \
        orders, exact dates) are announced in a header; --extensions off turns them off.
        """),
    ],
    seeAlso: ["serve", "account add", "login"])
}
