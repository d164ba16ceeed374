/** Limits of the listener. Bytes, milliseconds, counts. */
export const pgLimits = {
  connectionsMax: 256,
  /** Per client address, or per IPv6 /64 network. */
  connectionsPerAddressMax: 64,
  /** The first message of a connection. */
  startupBytesMax: 10_000,
  /** A message before the login is complete. */
  loginBytesMax: 4_096,
  /** A message after it, such as a statement or the values of its parameters. */
  messageBytesMax: 1_048_576,
  /** Characters of the statements of one message; the service limits each statement further. */
  statementLengthMax: 262_144,
  /** Received bytes that wait while a statement runs; then nothing more is read. */
  receivedBytesMax: 2_097_152,
  /** Bytes of a result that are collected before they are sent. */
  sendBytes: 65_536,
  /** How long a login may take, from the connection on. */
  loginMs: 12_000,
  /** How long a client may leave what it is sent unread. */
  stallMs: 12_000,
  /** How long a connection may be silent: outside and within a transaction. */
  idleMs: 3_600_000,
  idleInTransactionMs: 600_000,
  /** Per session: named statements, open portals and cursors, and bytes of their texts. */
  statementsMax: 256,
  portalsMax: 16,
  textBytesMax: 4_194_304,
  /** Statements in one message of the simple protocol. */
  statementsPerMessageMax: 100,
  /** Rows of a result where the session sets no limit. */
  rowsDefault: 10_000,
} as const;
