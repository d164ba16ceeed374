/** A Markdown table with aligned columns; all but the first `texts` columns are aligned to the right. */
export function markdownTable(
  names: readonly string[],
  rows: readonly (readonly string[])[],
  texts: number,
): string {
  const widths = names.map((name, i) => Math.max(3, name.length, ...rows.map((row) => row[i]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, i) => (i < texts ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join(' | ')} |`;
  const rule = widths.map((width, i) => (i < texts ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(names), line(rule), ...rows.map(line)].join('\n');
}

export function milliseconds(value: number): string {
  if (!Number.isFinite(value)) return '–';
  return value < 100 ? value.toFixed(1) : Math.round(value).toLocaleString('en-US');
}

export function ratio(value: number | undefined): string {
  if (value === undefined || !Number.isFinite(value)) return '–';
  return value < 10
    ? value.toFixed(2)
    : value < 1000
      ? value.toFixed(1)
      : Math.round(value).toLocaleString('en-US');
}

export function mebibytes(bytes: number): string {
  return bytes < 2 ** 30 ? `${(bytes / 2 ** 20).toFixed(1)} MiB` : `${(bytes / 2 ** 30).toFixed(2)} GiB`;
}
