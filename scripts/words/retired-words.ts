/** A word or phrase that the project no longer uses, and the standard term in its place. */
export interface RetiredWord {
  /** Found in texts and identifiers of tracked files; `\b` stands where it must begin or end. */
  readonly pattern: RegExp;
  readonly instead: string;
  /** A line that the pattern finds: it shows what is meant, and a test holds it. */
  readonly example: string;
  /** Files in which the word is right: paths from the root, or folders that end with `/`. */
  readonly rightIn?: readonly string[];
}

/** Names of files and folders that the project no longer uses. */
export interface RetiredName {
  readonly pattern: RegExp;
  readonly instead: string;
  readonly example: string;
}

export const retiredNames: readonly RetiredName[] = [
  { pattern: /(^|\/)faults(\/|$)/, instead: 'test/chaos/', example: 'packages/server/faults/main.ts' },
  { pattern: /^packages\/.*\/fuzz\//, instead: 'test/fuzz/', example: 'packages/core/fuzz/main.ts' },
  { pattern: /(^|\/)slots\.ts$/, instead: 'semaphore.ts', example: 'packages/core/src/execute/slots.ts' },
  { pattern: /(^|\/)turns\.ts$/, instead: 'fair-queue.ts', example: 'packages/core/src/engine/turns.ts' },
  { pattern: /-way\.ts$/, instead: '…-candidate.ts', example: 'totals/totals-way.ts' },
  { pattern: /(^|\/)arrows(\/|$)|-arrows\.ts$/, instead: 'dependencies', example: 'scripts/check-arrows.ts' },
];

export const retiredWords: readonly RetiredWord[] = [
  {
    pattern: /\bwrong arrows?\b|check[:-]arrows/,
    instead: 'dependency rules, check:dependencies',
    example: 'npm run check:arrows',
  },
  { pattern: /\bclass Turns\b|\bnew Turns\(/, instead: 'FairQueue', example: 'this.#turns = new Turns(4);' },
  { pattern: /\bclass Slots\b|\bnew Slots\(/, instead: 'Semaphore', example: 'new Slots(2)' },
  { pattern: /\b(certain|fetch|totals)Way\b/, instead: 'certainCandidate …', example: 'certainWay({})' },
  {
    pattern: /\bfirst[ -]?[rR]eader\b/,
    instead: 'advisory parser',
    example: "firstReader: 'off'",
    rightIn: [
      'packages/core/src/engine/former-options.ts',
      'packages/core/test/engine/deprecated-options.test.ts',
    ],
  },
  { pattern: /\bsigns? of life\b|\bsignOfLife\b/, instead: 'heartbeat', example: 'a sign of life' },
  {
    pattern: /\bSignOfLife\b|\bStoredResults?\b|\bKeptTexts\b/,
    instead: 'Heartbeat, RetainedResults, StatementCache',
    example: 'new StoredResults()',
  },
  {
    pattern: /\b(readStored|StoredRows)\b/,
    instead: 'readSpooled, SpooledResult',
    example: 'readStored(rows)',
  },
  {
    pattern: /\bverifyBooks\b|\bclass Book\b/,
    instead: 'verifyLedger, LedgerBatch',
    example: 'verifyBooks()',
  },
  { pattern: /\bPushedOut\b/, instead: 'Evicted', example: 'new PushedOut()' },
  { pattern: /\bwordError\b/, instead: 'toUserError', example: 'wordError(error)' },
  {
    pattern: /\bquicker ways?\b/i,
    instead: 'speculative plans',
    example: 'Quicker ways that are tried first',
  },
  { pattern: /\bstrangers?\b/i, instead: 'unauthenticated users', example: 'accounts that strangers make' },
  {
    pattern: /\b(is|are) not one of ours\b|\bfault of ours\b/i,
    instead: 'invalid; internal error',
    example: 'The key is not one of ours.',
  },
  { pattern: /\boutweighs?\b/i, instead: 'overrides', example: 'outweighs the Accept header' },
  { pattern: /\bblotted out\b/i, instead: 'redacted', example: 'is blotted out' },
  { pattern: /\bfrom nought\b/i, instead: 'from zero', example: 'counts from nought' },
  { pattern: /\bA name for people\b/, instead: 'Display name', example: 'A name for people.' },
  {
    pattern: /\bcan be had\b/i,
    instead: 'is available, is supported',
    example: 'pages can be had in JSON only',
  },
  {
    pattern: /\bthe page before\b|\bthe former page\b/i,
    instead: 'the previous page',
    example: 'The cursor of the page before',
  },
  { pattern: /\bturned away\b/i, instead: 'refused', example: 'new ones are turned away' },
  { pattern: /\bpassed over\b/i, instead: 'ignored', example: 'can be passed over' },
  {
    pattern: /\bwhat runs may end\b/i,
    instead: 'requests in flight finish',
    example: 'stopping: what runs may end',
  },
  {
    pattern: /\bnpm run (faults|bombs)\b/,
    instead: 'npm run chaos, npm run fuzz',
    example: 'npm run faults -- kill',
  },
];
