/** A cell by its numbers, from 0. */
export interface Cell {
  row: number;
  column: number;
}

/** Where a key moves the cursor; undefined for a key that does not. */
export function moveCursor(
  { row, column }: Cell,
  { key, ctrlKey, metaKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>,
  page: number,
  rows: number,
  columns: number,
): Cell | undefined {
  const isFar = ctrlKey || metaKey;
  const moves: Readonly<Record<string, [row: number, column: number]>> = {
    ArrowDown: [isFar ? rows - 1 : row + 1, column],
    ArrowUp: [isFar ? 0 : row - 1, column],
    ArrowRight: [row, isFar ? columns - 1 : column + 1],
    ArrowLeft: [row, isFar ? 0 : column - 1],
    PageDown: [row + page, column],
    PageUp: [row - page, column],
    Home: [isFar ? 0 : row, 0],
    End: [isFar ? rows - 1 : row, columns - 1],
  };
  const to = moves[key];
  if (to === undefined) return undefined;
  return {
    row: Math.max(0, Math.min(rows - 1, to[0])),
    column: Math.max(0, Math.min(columns - 1, to[1])),
  };
}
