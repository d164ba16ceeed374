#!/usr/bin/env node
// Each running DuckDB call occupies a thread of Node's pool, which has four by default. Node reads the pool's size when
// it starts the first thread: set it before other modules are loaded.
process.env.UV_THREADPOOL_SIZE ??= '16';
const { runCommandLine } = await import('./run-command-line.ts');
const { exitCodes } = await import('./exit-codes.ts');

// process.exitCode instead of process.exit lets pending output be written. After an interruption the process exits at
// once, because the reader of a pipe may never continue.
process.exitCode = await runCommandLine(process.argv.slice(2));
if (process.exitCode === exitCodes.interrupted) process.exit();
