const requests = new WeakMap<object, string>();

/** Remembers the request of an error, and returns the error. */
export function failedIn(requestId: string, error: unknown): unknown {
  if (typeof error === 'object' && error !== null) requests.set(error, requestId);
  return error;
}

/** The request that failed with an error; undefined for none. */
export function requestOf(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null ? requests.get(error) : undefined;
}
