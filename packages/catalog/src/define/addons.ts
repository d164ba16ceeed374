import type { Delivered } from '@sdq/pricing';
import type { Transcript, VideoFile } from './page-fields.ts';
import type { AddonKind } from './query-values.ts';
import type { ReadDefinition } from './read.ts';
import type { Session } from './session.ts';

/** The transcript of a record. */
export interface RecordTranscript {
  id: string;
  transcript: Transcript;
}

/** The add-ons of some records by record ID, and the number of records that have each add-on. */
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
  /** Transcripts of some records that are known from another source. */
  transcriptsOf(ids: readonly string[]): Promise<ReadonlyMap<string, Transcript>>;
  /** The first page of a record's comments. */
  commentsOf(id: string): Promise<Comment[]>;
}

/** Finds the add-ons of records: transcripts and video files in a store, comments by reading them. */
export interface Addons {
  of<Comment>(query: AddonsQuery<Comment>): Promise<AddonsOf<Comment>>;
}

/** The maximum comments of each record that the add-on delivers. */
export const addonComments = 20;

/** The maximum that add-ons of some records can cost. */
export function worstAddons(
  kinds: readonly AddonKind[] | undefined,
  records: number,
): NonNullable<Delivered['addons']> {
  return Object.fromEntries((kinds ?? []).map((kind) => [kind, records]));
}

/** Transcripts that a source of reads provides. */
export async function transcriptsOf(
  read: ReadDefinition<{ ids: readonly string[] }, RecordTranscript>,
  ids: readonly string[],
  session: Session,
): Promise<ReadonlyMap<string, Transcript>> {
  const { items } = await session.list(read, { ids }, ids.length);
  return new Map(items.map(({ id, transcript }) => [id, transcript]));
}
