/** What one request, one connection and the whole process may take. Bytes and milliseconds. */
export const serviceLimits = {
  bodyBytesMax: 1_048_576,
  headerBytesMax: 16_384,
  /** Headers of a request. */
  headersMax: 200,
  /** Depth of a JSON body: deeper ones overflow the stack of whoever prints them. */
  jsonDepthMax: 256,
  connectionsMax: 1_024,
  /** Of one address, or of one IPv6 network. */
  connectionsPerAddressMax: 256,
  requestsPerConnectionMax: 10_000,
  /** Until all headers have arrived. */
  headersTimeoutMs: 8_000,
  /** Until the whole request has arrived. */
  requestTimeoutMs: 12_000,
  /** How often the two above are looked at. */
  timeoutCheckMs: 1_000,
  keepAliveTimeoutMs: 10_000,
  /** How long a reader may take nothing of its answer. */
  stallMs: 12_000,
  /** Bytes of a stream held before the status is sent, so that an early failure still has its own. */
  streamHeldBytes: 65_536,
  /** How long requests still arrive, to be told that the service stops, before their connections are closed. */
  drainMs: 500,
  /** How long running requests have once the service is told to stop. */
  shutdownMs: 10_000,
  /** How long requests that were told to end have to answer. */
  stopMs: 1_000,
  /** How often connections that fell idle are closed in the meantime. */
  shutdownSweepMs: 50,
  clientRequestIdLengthMax: 128,
  idempotencyKeyLengthMax: 255,
  /** Bytes of an answer that is kept for an Idempotency-Key. */
  storedResponseBytesMax: 1_048_576,
} as const;
