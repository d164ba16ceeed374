const charactersMax = 160;

/**
 * A message without what belongs to one statement: names, values, numbers and positions. Messages of the same kind are
 * counted together.
 */
export function errorKind(message: string): string {
  const [line = ''] = message.trim().split('\n');
  return line
    .replace(/"(?:[^"]|"")*"/g, '"…"')
    .replace(/'(?:[^']|'')*'/g, "'…'")
    .replace(/“[^”]*”/g, '“…”')
    .replace(/\b\d+(?:[.,]\d+)*\b/g, 'N')
    .replace(/\b\w+\([^()]*\)/g, (call) => `${call.slice(0, call.indexOf('('))}(…)`)
    .slice(0, charactersMax);
}
