import type { GroupStatistics } from '@sdq/index';

/** How far a build is. */
export interface BuildProgress {
  /** Id of the table that is built over, `platform.name`. */
  readonly table: string;
  /** `checking files`, `row files`, `statistics`, the name of a structure, or `checking` and a structure's name. */
  readonly phase: string;
  /** Rows of the covered files; of row files and structures, those that are done, roughly. */
  readonly rowsDone: number;
  readonly rowsTotal: number;
  /** Phases done, this one not counted, of all. */
  readonly step: number;
  readonly steps: number;
}

/** What one structure took; times are those of the run that built it. */
export interface BuiltStructure {
  readonly rows: number;
  /** The threshold of a top-k partition: the least value of its ranking column. The manifest and the build notes call it `floor`. */
  readonly floor?: string;
  /** What its blocks take in the segment's file. */
  readonly bytes: number;
  /** Of one whose rows lie together by something: how many do. */
  readonly groups?: GroupStatistics;
  readonly seconds: number;
  /** Of this process: below 400,000 rows it writes row files meanwhile, and they are counted in. */
  readonly cpuSeconds: number;
  /** Of its checks and statistics alone. */
  readonly checkSeconds: number;
}

export interface BuiltRowFiles {
  readonly files: number;
  /** Files that an earlier segment or a run cut off had written already. */
  readonly reused: number;
  readonly bytes: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
}

/** What building one segment came to. */
export interface SegmentReport {
  readonly rows: number;
  readonly bytes: number;
  readonly rowFiles: BuiltRowFiles;
  readonly structures: Readonly<Record<string, BuiltStructure>>;
  readonly seconds: number;
  /** Most bytes that the build's own files and spills took on the disk at once, looked at every second. */
  readonly diskBytesPeak: number;
  /** Most memory that this process, which builds the structures, had at once. */
  readonly memoryBytesPeak: number;
}
