/** Saves a file by the browser's download, under a name made of a title. */
export function saveBlob(blob: Blob, title: string, extension: string): void {
  const name = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = `${name || 'result'}.${extension}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
