/** A document with what stands between two marker comments replaced. Throws when it does not have them. */
export function replaceSection(
  text: string,
  { begin, end }: { begin: string; end: string },
  content: string,
): string {
  const [before, after] = [text.indexOf(begin), text.indexOf(end)];
  if (before < 0 || after < before) throw new Error(`there is no place for "${begin}"`);
  return `${text.slice(0, before)}${begin}\n${content}\n${text.slice(after)}`;
}
