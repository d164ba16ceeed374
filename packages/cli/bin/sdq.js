#!/usr/bin/env node
// Plain JavaScript that also old versions of Node.js parse, so that they print one sentence. It is no output of the
// build, because npm links only commands that exist when it installs.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 15)) {
  process.stderr.write(`sdq: Node.js 22.15 or newer is required; this is Node.js ${process.versions.node}\n`);
  process.exitCode = 1;
} else import('../dist/main.js');
