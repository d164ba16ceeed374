/** By path of a file: how many of its rows are masked. */
interface MaskedFiles {
  readonly files: Readonly<Record<string, number>>;
}

/** The masks that hide rows of these files, without what they hide of others. */
export function livingMasks<Mask extends MaskedFiles>(
  masks: readonly Mask[],
  files: readonly { readonly path: string }[],
): Mask[] {
  const paths = new Set(files.map(({ path }) => path));
  return masks.flatMap((mask) => {
    const living = Object.entries(mask.files).filter(([path]) => paths.has(path));
    return living.length === 0 ? [] : [{ ...mask, files: Object.fromEntries(living.sort()) }];
  });
}

/** The number of rows that these masks hide. */
export function rowsMasked(masks: readonly MaskedFiles[]): number {
  return masks.flatMap(({ files }) => Object.values(files)).reduce((sum, rows) => sum + rows, 0);
}
