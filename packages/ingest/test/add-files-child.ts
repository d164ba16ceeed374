import { addFiles } from '../src/add-files.ts';

/** Adds files and says when it begins: the process that the resume test kills. */
const [index = '', batchRecordsMax, ...files] = process.argv.slice(2);
process.stdout.write('begin\n');
await addFiles({ index, files, batchRecordsMax: Number(batchRecordsMax) });
