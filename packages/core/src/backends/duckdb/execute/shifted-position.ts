/** DuckDB's JSON error, with its position moved by `bytes`. */
export function shiftedPosition(error: Error, bytes: number): Error {
  return new Error(
    error.message.replace(
      /"position":"(\d+)"/,
      (_, position: string) => `"position":"${Number(position) - bytes}"`,
    ),
  );
}
