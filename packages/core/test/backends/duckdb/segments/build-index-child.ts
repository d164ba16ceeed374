import { buildIndex } from '@sdq/core';

/** Builds and tells each phase as it begins: the process that the resume test kills. */
const [index = '', mode, profile] = process.argv.slice(2);
let phase = '';
await buildIndex({
  index,
  mode: mode === 'rebuild' ? 'rebuild' : 'build',
  profile: profile === 'compact' ? 'compact' : undefined,
  onProgress: (state) => {
    if (state.phase === phase) return;
    phase = state.phase;
    process.stdout.write(`${phase}\n`);
  },
});
process.stdout.write('built\n');
