/** A name as ClickHouse quotes it. */
export function clickhouseName(name: string): string {
  return `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``;
}

/** A text as a literal of ClickHouse. */
export function clickhouseString(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
