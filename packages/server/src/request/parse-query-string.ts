/** A query string as an object without a prototype. Of a repeated parameter the last one wins, as in FastAPI. */
export function parseQueryString(text: string): Record<string, string> {
  const parameters = Object.create(null) as Record<string, string>;
  for (const [name, value] of new URLSearchParams(text)) parameters[name] = value;
  return parameters;
}
