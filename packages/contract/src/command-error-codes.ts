import type { ErrorCodeFacts } from './error-code-facts.ts';

/** Codes of the index, of imports and of the command line. */
export const commandErrorCodes = {
  // the index
  index_missing: { kind: 'missing', retryable: false, meaning: 'There is no index at the given path.' },
  index_corrupt: {
    kind: 'internal',
    retryable: false,
    meaning: 'A file of the index is missing, truncated or corrupt.',
  },
  index_too_new: {
    kind: 'internal',
    retryable: false,
    meaning: 'The index was written by a newer version of sdq.',
  },
  index_locked: { kind: 'limit', retryable: true, meaning: 'Another process is writing to this index.' },
  index_mirrored: {
    kind: 'invalid',
    retryable: false,
    meaning: 'The directory is the mirror of an object store: only the mirror writes to it.',
  },
  // object stores
  store_unreachable: {
    kind: 'upstream',
    retryable: true,
    meaning: 'An object store does not answer, or fails again and again.',
  },
  store_refused: {
    kind: 'invalid',
    retryable: false,
    meaning: 'An object store refuses a request, or has something else than an index; the message says what.',
  },
  publication_conflict: {
    kind: 'invalid',
    retryable: false,
    meaning: 'The object store has a snapshot that was published from another index.',
  },
  // clusters
  cluster_unreachable: {
    kind: 'upstream',
    retryable: true,
    meaning: 'A node of a ClickHouse cluster does not answer.',
  },
  cluster_refused: {
    kind: 'invalid',
    retryable: false,
    meaning:
      'A node of a ClickHouse cluster refuses a statement, or does not hold what was loaded; the message says what.',
  },
  // ingest and the command line
  file_missing: {
    kind: 'missing',
    retryable: false,
    meaning: 'The file does not exist or cannot be read.',
  },
  file_malformed: {
    kind: 'invalid',
    retryable: false,
    meaning: 'The content of the file is not valid in its format.',
  },
  format_unknown: {
    kind: 'invalid',
    retryable: false,
    meaning: 'The format of the file could not be detected; name it with --input-format.',
  },
  source_limit: {
    kind: 'limit',
    retryable: false,
    meaning: 'An archive, a folder or a download exceeds a limit; the message names the limit.',
  },
  source_unreachable: {
    kind: 'upstream',
    retryable: true,
    meaning: 'A server from which a file is read does not answer, or refuses the request.',
  },
  records_refused: {
    kind: 'invalid',
    retryable: false,
    meaning:
      'Every record of the file was refused, so that nothing was imported; the message names the most frequent reason.',
  },
  mapping_invalid: {
    kind: 'invalid',
    retryable: false,
    meaning: 'The column mapping names a column that does not exist.',
  },
  catalog_invalid: {
    kind: 'invalid',
    retryable: false,
    meaning: 'The description of user-defined tables is invalid; the message names the place.',
  },
  usage_error: {
    kind: 'invalid',
    retryable: false,
    meaning: 'Unknown or invalid options or arguments of a command.',
  },
  address_unavailable: {
    kind: 'limit',
    retryable: true,
    meaning: 'The address and port to listen on are in use, or do not belong to this machine.',
  },
} as const satisfies Record<string, ErrorCodeFacts>;
