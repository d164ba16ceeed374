export const rowHeight = 26;

/** Firefox has no element above 17.8 million pixels: beyond this height, scrolling is scaled. */
const heightMax = 12_000_000;

/** Height of the scrolled element. */
export const pixelsOf = (rows: number): number => Math.min(heightMax, rows * rowHeight);

/** The rows in sight: the first, its offset in pixels, and how many fit. */
export function shownFrom(
  scrollTop: number,
  height: number,
  rows: number,
): { first: number; offset: number; fit: number } {
  const fit = Math.ceil(height / rowHeight) + 1;
  const whole = rows * rowHeight;
  const isScaled = whole > heightMax;
  const real = isScaled ? (scrollTop / (heightMax - height)) * (whole - height) : scrollTop;
  const first = Math.max(0, Math.min(rows - fit + 1, Math.floor(real / rowHeight)));
  // at the end of a scaled table its last row must be in sight
  const isEnd = isScaled && first + fit > rows;
  const offset = !isScaled ? first * rowHeight : isEnd ? heightMax - (rows - first) * rowHeight : scrollTop;
  return { first, offset, fit };
}

/** The scroll position that shows a row at the top. */
export function scrolledTo(row: number, height: number, rows: number): number {
  const whole = rows * rowHeight;
  const pixels = row * rowHeight;
  return whole > heightMax ? (pixels / (whole - height)) * (heightMax - height) : pixels;
}
