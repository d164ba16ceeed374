import { type Command, InvalidArgumentError, Option } from 'commander';
import { locations } from '../data/locations.ts';
import { parseCount, parseRowCount } from '../options.ts';
import { rowMakers } from './generate/rows.ts';
import { type CollectionPeer, collectionPeers } from './run-collection.ts';

/** Adds the flags of the benchmark of a collection to its command. */
export function withCollectionOptions(command: Command): Command {
  return command
    .description(
      'ask questions about a public collection of videos or comments beside peers; writes collection-<rows>.json and .md',
    )
    .requiredOption('--source <file>', 'Parquet in the columns of the collection, see docs/datasets.md')
    .option(
      '--generate <rows>',
      'write the file with invented rows if it is not there: 1m, 100m',
      parseRowCount,
    )
    .addOption(
      new Option('--table <name>', 'what the invented rows are')
        .choices(Object.keys(rowMakers))
        .default('videos'),
    )
    .option('--full <dir>', 'an index of the profile full; it is made and measured if the folder is empty')
    .option(
      '--compact <dir>',
      'an index of the profile compact; it is made and measured if the folder is empty',
    )
    .option('--peers <names>', `peers, of ${collectionPeers.join(', ')}`, parsePeers, ['duckdb'])
    .option('--no-peers', 'measure the engine alone')
    .option('--runs <count>', 'measured runs of each question, with other constants', parseCount(100), 5)
    .option('--seed <number>', 'of the constants', parseCount(1_000_000_000), 1)
    .option('--memory <gib>', 'memory limit of each contestant and command', parseCount(1024), 2)
    .option('--timeout <seconds>', 'time limit of a question', parseCount(3600), 120)
    .option('--copies <dir>', 'folder of the copies of peers')
    .option('--name <text>', 'name of the report’s files')
    .option('--results <dir>', 'folder of the report', locations.results);
}

function parsePeers(text: string): CollectionPeer[] {
  return text.split(',').map((word) => {
    const found = collectionPeers.find((name) => name === word);
    if (found === undefined) throw new InvalidArgumentError(`Give some of ${collectionPeers.join(', ')}.`);
    return found;
  });
}
