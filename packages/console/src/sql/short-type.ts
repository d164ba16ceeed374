/** A type of DuckDB as the console writes it. */
export function shortType(type: string): string {
  return type.toLowerCase().replace('timestamp with time zone', 'timestamptz');
}
