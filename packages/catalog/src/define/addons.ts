import type { Delivered } from '@sdq/pricing';
import type { Transcript, VideoFile } from './page-fields.ts';
import type { AddonKind } from './query-values.ts';
import type { ReadDefinition } from './read.ts';
import type { Session } from './session.ts';

/** What is said in a record. */
export interface RecordTranscript {
  id: string;
  transcript: Transcript;
}

/** What goes with some records, by their ids, and how many of them have it. */
export interface AddonsOf<Comment> {
  addons: {
    transcripts: Record<string, Transcript | null> | null;
    video_files: Record<string, VideoFile | null> | null;
    comments?: Record<string, Comment[] | null>;
  };
  counts: NonNullable<Delivered['addons']>;
}

export interface AddonsQuery<Comment> {
  platform: string;
  kinds: readonly AddonKind[] | undefined;
  ids: readonly string[];
  /** Transcripts of some records, from wherever else they are known. */
  transcriptsOf(ids: readonly string[]): Promise<ReadonlyMap<string, Transcript>>;
  /** The first page of a record's comments. */
  commentsOf(id: string): Promise<Comment[]>;
}

/** Finds what goes with records: transcripts and video files in a store, comments by reading them. */
export interface Addons {
  of<Comment>(query: AddonsQuery<Comment>): Promise<AddonsOf<Comment>>;
}

/** Comments of each record that the add-on delivers at most. */
export const addonComments = 20;

/** The most that add-ons of some records can cost. */
export function worstAddons(
  kinds: readonly AddonKind[] | undefined,
  records: number,
): NonNullable<Delivered['addons']> {
  return Object.fromEntries((kinds ?? []).map((kind) => [kind, records]));
}

/** Transcripts that a source of reads knows. */
export async function transcriptsOf(
  read: ReadDefinition<{ ids: readonly string[] }, RecordTranscript>,
  ids: readonly string[],
  session: Session,
): Promise<ReadonlyMap<string, Transcript>> {
  const { items } = await session.list(read, { ids }, ids.length);
  return new Map(items.map(({ id, transcript }) => [id, transcript]));
}
