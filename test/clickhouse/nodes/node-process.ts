/**
 * One ClickHouse node in a process of its own: the library of chDB holds the main function of `clickhouse local`, which
 * can listen for HTTP and for other nodes. Arguments: those of `clickhouse local`. It ends with its standard input.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { toolsFolder } from '../../support/tools.ts';

const fromTools = createRequire(join(toolsFolder, 'package.json'));
const { open, load, DataType } = fromTools('ffi-rs');
open({ library: 'chdb', path: fromTools.resolve('@chdb/lib-linux-x64-gnu/libchdb.so') });
const words = ['clickhouse', ...process.argv.slice(2)];
load({
  library: 'chdb',
  funcName: 'query_stable_v2',
  retType: DataType.U64,
  paramsType: [DataType.I32, DataType.StringArray],
  paramsValue: [words.length, words],
});
