/** A row in a form that is the same whichever reader gave it: whole numbers and times are texts. */
export type Row = Record<string, unknown>;

/** `type` is that of the column, as DuckDB prints it. Times are microseconds since 1970, UTC. */
export function comparable(type: string, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (type.endsWith('[]')) {
    const element = type.slice(0, -2);
    return (value as unknown[]).map((each) => comparable(element, each));
  }
  if (type.startsWith('STRUCT(')) {
    const fields = Object.entries(value as object).map(([name, held]) => [
      name,
      held === null || held === undefined ? null : String(held),
    ]);
    return Object.fromEntries(fields.sort());
  }
  if (value instanceof Date) {
    return type === 'DATE' ? value.toISOString().slice(0, 10) : String(BigInt(value.getTime()) * 1_000n);
  }
  if (type === 'DOUBLE') return Number.isFinite(Number(value)) ? Number(value) : String(value).toLowerCase();
  if (type.startsWith('DECIMAL')) {
    const text = typeof value === 'number' ? String(Number(value.toPrecision(12))) : String(value);
    return text.includes('.') && !text.includes('e') ? text.replace(/\.?0+$/, '') : text;
  }
  return String(value);
}

/** Rows in an order that does not depend on the reader. */
export function sortedRows(rows: readonly Row[]): Row[] {
  const texts = rows.map((row) => JSON.stringify(Object.fromEntries(Object.entries(row).sort())));
  return texts.sort().map((text) => JSON.parse(text) as Row);
}
