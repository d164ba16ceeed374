import { type RetiredName, type RetiredWord, retiredNames, retiredWords } from './retired-words.ts';

/** A retired word where it stands. */
export interface RetiredUse {
  /** `path:line`, or the path alone for a name of a file. */
  readonly place: string;
  readonly text: string;
  readonly instead: string;
}

/** Written by commands from other files, by tools, or figures of past runs. */
const skipped = [
  /(^|\/)package-lock\.json$/,
  /^docs\/openapi\.json$/,
  /^bench\/results\//,
  /^scripts\/words\//,
];

const isText = /\.(ts|mts|js|mjs|md|json|sql|yml|yaml|sh)$|(^|\/)(\.ci\/run|Dockerfile)$/;

/** Every use of a retired word in these files. */
export function findRetired(
  files: readonly string[],
  read: (file: string) => string,
  words: readonly RetiredWord[] = retiredWords,
  names: readonly RetiredName[] = retiredNames,
): RetiredUse[] {
  return files
    .filter((file) => !skipped.some((pattern) => pattern.test(file)))
    .flatMap((file) => [
      ...names
        .filter(({ pattern }) => pattern.test(file))
        .map(({ instead }) => ({ place: file, text: file, instead })),
      ...(isText.test(file) ? usesIn(file, read(file), words) : []),
    ]);
}

function usesIn(file: string, text: string, words: readonly RetiredWord[]): RetiredUse[] {
  const asked = words.filter(
    ({ pattern, rightIn = [] }) =>
      pattern.test(text) &&
      !rightIn.some((place) => (place.endsWith('/') ? file.startsWith(place) : file === place)),
  );
  if (asked.length === 0) return [];
  return text
    .split('\n')
    .flatMap((line, index) =>
      asked
        .filter(({ pattern }) => pattern.test(line))
        .map(({ instead }) => ({ place: `${file}:${index + 1}`, text: line.trim(), instead })),
    );
}
