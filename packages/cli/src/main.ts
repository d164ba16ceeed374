#!/usr/bin/env node
// Each running call of DuckDB holds a thread of Node's pool, which has only four. The pool's size is read when its
// first thread is needed: set it before anything else is loaded.
process.env.UV_THREADPOOL_SIZE ??= '16';
const { runCommandLine } = await import('./run-command-line.ts');
const { exitCodes } = await import('./exit-codes.ts');

// Not process.exit: what is still in the pipes is written first. Unless we were told to stop: the reader may never
// read on.
process.exitCode = await runCommandLine(process.argv.slice(2));
if (process.exitCode === exitCodes.interrupted) process.exit();
