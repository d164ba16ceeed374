import type { Sample } from './containers/record-chunk.ts';
import type { Guess } from './flat/decide.ts';

/** What was guessed about the text of a file; `given` is the encoding that the caller names. */
export function textGuesses(sample: Sample, given: string | undefined): Guess[] {
  return [...encodingGuesses(sample, given), ...titleGuesses(sample)];
}

function encodingGuesses({ encoding }: Sample, given: string | undefined): Guess[] {
  if (encoding === undefined || given !== undefined) return [];
  const message = `The text is read as ${encoding}, because it is not UTF-8. To change it, pass --encoding`;
  return [{ kind: 'encoding', field: '', message }];
}

/** Titles above the header; a line that states the delimiter is none. */
function titleGuesses(sample: Sample): Guess[] {
  const titles =
    sample.kind === 'csv' ? sample.dialect.titles.filter((title) => !/^"?sep=/i.test(title)) : [];
  const [first = ''] = titles;
  if (titles.length === 0) return [];
  const count = titles.length === 1 ? '1 row' : `${titles.length} rows`;
  const message = `${count} above the header ${titles.length === 1 ? 'is' : 'are'} not read, beginning with ${JSON.stringify(first.slice(0, 60))}. If one of them is the header, give it as many fields as the rows have`;
  return [{ kind: 'title_rows', field: '', message }];
}
