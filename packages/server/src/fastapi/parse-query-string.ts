/** The parameters that are lists: repeating one is the same as a comma in it. */
const lists = new Set(['addons']);

/** A query string as an object without a prototype. Of a repeated parameter the last one wins, as in FastAPI. */
export function parseQueryString(text: string): Record<string, string> {
  const parameters = Object.create(null) as Record<string, string>;
  for (const [name, value] of new URLSearchParams(text)) {
    const before = lists.has(name) ? parameters[name] : undefined;
    parameters[name] = before === undefined ? value : `${before},${value}`;
  }
  return parameters;
}
