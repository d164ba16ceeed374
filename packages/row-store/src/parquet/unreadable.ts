/** A Parquet file that has what this reader does not read; other readers may. */
class UnreadableParquet extends Error {
  override readonly name = 'UnreadableParquet';
}

export function unreadable(reason: string): UnreadableParquet {
  return new UnreadableParquet(`The Parquet file cannot be read row by row: ${reason}`);
}
