/** The same keys with other values. */
export function mapValues<Value, Other>(
  record: Readonly<Record<string, Value>>,
  map: (value: Value) => Other,
): Record<string, Other> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
