/** So many files are looked at at the same time: one after the other, each waits for a thread that queries may occupy. */
const filesAtOnce = 128;

/** Looks at each file, many at the same time; resolves with the results in order. */
export async function lookAtEach<File, Result>(
  files: readonly File[],
  look: (file: File) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < files.length; at += filesAtOnce)
    results.push(...(await Promise.all(files.slice(at, at + filesAtOnce).map(look))));
  return results;
}
