import { leftOut } from '../left-out.ts';

/** A member of an archive. */
export interface Member {
  /** Its path in the archive, with `/`. */
  readonly name: string;
  /** A table is one of a database or a workbook: its name is none of a file. */
  readonly kind: 'file' | 'folder' | 'link' | 'table';
  /** Bytes of its content; undefined if unknown. */
  readonly size: number | undefined;
  /** Why its content cannot be read, with the way to mend it. */
  readonly fault?: { readonly message: string; readonly hint: string };
  /** Its content, which is read at most once. */
  readonly content: () => AsyncIterable<Uint8Array>;
}

/** Why a member is left out; undefined if it is taken. */
export function leftOutMember({ name, kind, size }: Member): string | undefined {
  if (kind === 'table') return undefined;
  if (kind === 'link') return 'a link in an archive';
  if (/^([/\\]|[A-Za-z]:)|(^|[/\\])\.\.([/\\]|$)|\0/.test(name))
    return 'a name that leads out of the archive';
  return leftOut(name.replace(/^(\.\/)+/, '')) ?? (size === 0 ? 'an empty file' : undefined);
}
