export interface CollectionOptions {
  /** The collection that the files are all of, under the names that they have in it. */
  readonly name: string;
  /** Whether records are removed that only files had which are not there any more; default false. */
  readonly mirror?: boolean | undefined;
}

/** What has changed of a collection since its last import. */
export interface CollectionReport {
  readonly name: string;
  /** Number of files that are as they were, which were not read. */
  readonly unchanged: number;
  readonly added: readonly string[];
  /** Files that have another content under the same name. */
  readonly replaced: readonly string[];
  /** Files that are not there any more. */
  readonly withdrawn: readonly string[];
  /** Records that only withdrawn files and former versions of files had, by table ID. */
  readonly recordsWithdrawn: Readonly<Record<string, number>>;
  /** Whether they were removed. */
  readonly removed: boolean;
  /** Why not, although it was asked; null otherwise. */
  readonly keptBecause: string | null;
}
