/** The list parameters: repeated values are joined with a comma. */
const lists = new Set(['addons']);

/** Parses a query string to an object without a prototype. The last value of a repeated parameter wins, as in FastAPI. */
export function parseQueryString(text: string): Record<string, string> {
  const parameters = Object.create(null) as Record<string, string>;
  for (const [name, value] of new URLSearchParams(text)) {
    const before = lists.has(name) ? parameters[name] : undefined;
    parameters[name] = before === undefined ? value : `${before},${value}`;
  }
  return parameters;
}
