import type { GroupStatistics } from '@sdq/index';

/** The progress of a build. */
export interface BuildProgress {
  /** Id of the table, `platform.name`. */
  readonly table: string;
  /** `checking files`, `row files`, `statistics`, the name of a structure, or `key file` and its name. */
  readonly phase: string;
  /** Rows of the covered files; for row files and structures, those that are done, approximately. */
  readonly rowsDone: number;
  readonly rowsTotal: number;
  /** Finished phases, excluding the current one. */
  readonly step: number;
  readonly steps: number;
}

/** The cost of one structure; times are those of the run that built it. */
export interface BuiltStructure {
  readonly rows: number;
  /** The threshold of a top-k partition: the least value of its ranking column. The manifest and the build notes call it `floor`. */
  readonly floor?: string;
  /** Size of its blocks in the segment's file. */
  readonly bytes: number;
  /** Group sizes of a clustered structure. */
  readonly groups?: GroupStatistics;
  readonly seconds: number;
  /** Of this process: below 400,000 rows it writes row files at the same time, which is included. */
  readonly cpuSeconds: number;
  /** Of its checks and statistics only. */
  readonly checkSeconds: number;
}

/** The cost of one key file; times are those of the run that wrote it. */
export interface BuiltKeyFile {
  readonly keys: number;
  /** Ordinals of all keys. */
  readonly ordinals: number;
  readonly bytes: number;
  /** Whether an earlier segment or an interrupted run had already written it. */
  readonly isReused: boolean;
  readonly seconds: number;
  readonly cpuSeconds: number;
}

export interface BuiltRowFiles {
  readonly files: number;
  /** Files that an earlier segment or an interrupted run had already written. */
  readonly reused: number;
  readonly bytes: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
}

/** The result of building one segment. */
export interface SegmentReport {
  readonly rows: number;
  readonly bytes: number;
  readonly rowFiles: BuiltRowFiles;
  readonly structures: Readonly<Record<string, BuiltStructure>>;
  /** By name; empty where an interrupted run had finished the segment. */
  readonly keyFiles: Readonly<Record<string, BuiltKeyFile>>;
  readonly seconds: number;
  /** Peak disk usage of the build's own files and spill files in bytes, sampled every second. */
  readonly diskBytesPeak: number;
  /** Peak memory of this process, which builds the structures, in bytes. */
  readonly memoryBytesPeak: number;
}
