/** A response in the idempotency store: the body is encrypted by the caller of the store, who alone can decrypt it. */
export interface StoredResponse {
  contentType: string;
  /** Base64; null when the body was too large to retain, or was a stream. */
  body: string | null;
}
