/** The thread that runs node-sql-parser. It may hang or run out of memory; the main thread terminates it. */
import { parentPort } from 'node:worker_threads';
import sqlParser from 'node-sql-parser/build/postgresql.js';
import type { AdvisoryRequest, Reading } from './advisory-parser.ts';

const parser = new sqlParser.Parser();

/** Names of all CTEs at any depth. The shape of the tree is unknown, so it is walked as plain data. */
function cteNames(node: unknown, names: Set<string>): Set<string> {
  if (Array.isArray(node)) for (const item of node) cteNames(item, names);
  else if (typeof node === 'object' && node !== null) {
    for (const [key, value] of Object.entries(node)) {
      if (key === 'with' && Array.isArray(value)) {
        for (const cte of value) names.add(String(cte?.name?.value ?? cte?.name ?? '').toLowerCase());
      }
      cteNames(value, names);
    }
  }
  return names;
}

function read({ id, text }: AdvisoryRequest): Reading {
  try {
    const { ast, tableList } = parser.parse(text, { database: 'PostgreSQL' });
    const statements = Array.isArray(ast) ? ast : [ast];
    const tables = tableList.map((entry) => {
      const [verb = '', schema = '', ...name] = entry.split('::');
      return { verb, schema: schema === 'null' ? '' : schema, name: name.join('::') };
    });
    return {
      id,
      parsed: true,
      kinds: statements.map(({ type }) => type),
      tables,
      ctes: [...cteNames(ast, new Set())],
    };
  } catch {
    return { id, parsed: false };
  }
}

parentPort?.on('message', (request: AdvisoryRequest) => parentPort?.postMessage(read(request)));
parentPort?.postMessage('ready');
