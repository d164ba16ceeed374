/**
 * Refuses a Node.js without zstd in `node:zlib` and without `node:sqlite`. All packages import this one, so the sentence comes
 * before any code that needs them; therefore no package imports these names statically, which would fail before it.
 */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 15))
  throw new Error(`sdq: Node.js 22.15 or newer is required; this is Node.js ${process.versions.node}`);

export {};
