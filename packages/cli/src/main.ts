#!/usr/bin/env node
import { runCommandLine } from './run-command-line.ts';

// Not process.exit: what is still in the pipes is written first.
process.exitCode = await runCommandLine(process.argv.slice(2));
