/** Limits of a request, a connection and the process. Bytes and milliseconds. */
export const serviceLimits = {
  bodyBytesMax: 1_048_576,
  headerBytesMax: 16_384,
  /** Number of headers per request. */
  headersMax: 200,
  /** Depth of a JSON body: a deeper one overflows the stack when it is printed. */
  jsonDepthMax: 256,
  connectionsMax: 1_024,
  /** Per client address, or per IPv6 /64 network. */
  connectionsPerAddressMax: 256,
  requestsPerConnectionMax: 10_000,
  /** Timeout for receiving all headers. */
  headersTimeoutMs: 8_000,
  /** Timeout for receiving the complete request. */
  requestTimeoutMs: 12_000,
  /** Interval of the check of these two timeouts. */
  timeoutCheckMs: 1_000,
  keepAliveTimeoutMs: 10_000,
  /** Timeout for a client that does not read its response. */
  stallMs: 12_000,
  /** Bytes of a stream that are buffered before the status is sent, so that an early error has its own status. */
  streamHeldBytes: 65_536,
  /** How long a draining service accepts requests, to refuse them with 503, before it closes connections. */
  drainMs: 500,
  /** How long requests in flight can finish during shutdown. */
  shutdownMs: 10_000,
  /** How long cancelled requests have to respond. */
  stopMs: 1_000,
  /** Interval at which idle connections are closed during shutdown. */
  shutdownSweepMs: 50,
  /** Time limit of a check of SQL, which runs nothing. */
  checkMs: 5_000,
  /** Streams of events: in all, per account; how long one lasts, and how often it says that it is alive. */
  eventStreamsMax: 64,
  eventStreamsPerAccountMax: 4,
  eventStreamMs: 3_600_000,
  eventPauseMs: 5_000,
  clientRequestIdLengthMax: 128,
  idempotencyKeyLengthMax: 255,
  /** Maximum bytes of a response that is retained for an Idempotency-Key. */
  storedResponseBytesMax: 1_048_576,
} as const;
