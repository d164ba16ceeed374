/** Names of compression methods of ZIP archives that are not read. */
const methods: Readonly<Record<number, string>> = {
  9: 'Deflate64',
  12: 'bzip2',
  14: 'LZMA',
  93: 'zstd',
  95: 'xz',
  98: 'PPMd',
  99: 'AES',
};

/** Why an entry cannot be read; undefined if it can. */
export function faultOf(isEncrypted: boolean, method: number) {
  if (isEncrypted || method === 99) {
    return { message: 'is encrypted', hint: 'Extract the archive with its password, and import the folder.' };
  }
  if (method === 0 || method === 8) return undefined;
  return {
    message: `is compressed with ${methods[method] ?? `method ${method}`}, which is not supported`,
    hint: 'Extract the archive, and import the folder.',
  };
}

/** Whether a Unix mode is one of a symbolic link. */
export function isLink(mode: number): boolean {
  return (mode & 0o170000) === 0o120000;
}
