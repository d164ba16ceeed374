import type { Manifest } from '@sdq/index';

/** Whether an import changed nothing: all its records were there, and it is not noted among the sources. */
export function isSameContent(before: Manifest | undefined, after: Manifest): boolean {
  return (
    before !== undefined &&
    before.sources.length === after.sources.length &&
    JSON.stringify(before.tables) === JSON.stringify(after.tables)
  );
}
