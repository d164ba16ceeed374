/** An answer as it is kept: the body is sealed by the caller of the store, who alone can open it again. */
export interface StoredAnswer {
  contentType: string;
  /** Base64; null when the body was too large to keep, or was a stream. */
  body: string | null;
}
