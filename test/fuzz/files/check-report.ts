import { readFile } from 'node:fs/promises';
import type { AddedFile, AddReport, PreviewedFile } from '@sdq/ingest';

/** Tables in which a record makes one row at most. */
const mainTables = ['shortvideo.videos', 'shortvideo.comments', 'shortvideo.video_stats', 'micro.tweets'];

const messageLengthMax = 2_000;

/** What is wrong with the report of a file that was read without writing. */
export function checkPreview(file: PreviewedFile): string[] {
  const { records, accepted, refused } = file;
  return [
    ...told(
      accepted + refused !== records,
      `${accepted} accepted + ${refused} refused of ${records} records`,
    ),
    ...checkTallies(file),
  ];
}

/** What is wrong with the report of an added file, beside that of its preview. */
export async function checkAdded(file: AddedFile, preview: PreviewedFile | undefined): Promise<string[]> {
  const { records, accepted, merged, refused, status, error, rejectFile } = file;
  const isFailed = status === 'failed';
  const fields = sum(file.fieldsRefusedBy);
  const lines = rejectFile === null ? 0 : (await readFile(rejectFile, 'utf8')).trimEnd().split('\n').length;
  const isSame =
    preview === undefined ||
    (preview.accepted === accepted + merged && preview.refused === refused && preview.format === file.format);
  return [
    ...told(
      accepted + merged + refused !== records,
      `${accepted} accepted + ${merged} merged + ${refused} refused of ${records} records`,
    ),
    ...told(isFailed !== (error !== undefined), `status ${status}, error ${error?.message}`),
    ...told(isFailed && accepted > 0, `failed with ${accepted} accepted records`),
    ...told(!isFailed && refused > 0 && accepted === 0, 'added with no accepted record'),
    ...told(lines !== refused + fields, `${lines} lines of rejects for ${refused} records, ${fields} fields`),
    ...told(!isSame, `the preview has ${preview?.accepted} accepted, ${preview?.refused} refused`),
    ...checkTallies(file),
  ];
}

/** What is wrong with the report of a run that added files to an index. */
export function checkRun(report: AddReport, isAgain: boolean): string[] {
  const accepted = report.files.reduce((count, file) => count + file.accepted + file.merged, 0);
  const isAdded = report.files.some(({ status }) => status === 'added');
  const rows = mainTables.flatMap((id) => {
    const { before = 0, after = 0 } = report.tables[id] ?? {};
    return told(after - before > accepted, `${after - before} new rows of ${id} from ${accepted} records`);
  });
  return [
    ...rows,
    ...told(report.changed !== isAdded, `changed: ${report.changed}, files added: ${isAdded}`),
    ...told(isAgain && report.changed, 'the same files again made a new snapshot'),
  ];
}

function checkTallies(
  file: Pick<AddedFile, 'refused' | 'refusedBy' | 'examples' | 'error' | 'guesses' | 'unusedFields'>,
) {
  const messages = [
    file.error?.message,
    file.error?.hint,
    ...Object.values(file.examples).flatMap((list) => list.map(({ message }) => message)),
    ...file.guesses.map(({ message }) => message),
  ].filter((message) => message !== undefined);
  const strange = messages.find((message) => /\p{Cc}/u.test(message) || message.length > messageLengthMax);
  return [
    ...told(sum(file.refusedBy) !== file.refused, `${sum(file.refusedBy)} reasons, ${file.refused} refused`),
    ...told(
      strange !== undefined,
      `a message that cannot be shown: ${JSON.stringify(strange?.slice(0, 300))}`,
    ),
  ];
}

function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}

function told(isWrong: boolean, message: string): string[] {
  return isWrong ? [message] : [];
}
