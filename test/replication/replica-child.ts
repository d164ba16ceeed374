import { mirrorSnapshot, openStore, publishSnapshot } from '@sdq/replication';

/** Publishes an index, or mirrors it, and says when it begins: the process that kill tests kill. */
const [deed = '', address = '', directory = ''] = process.argv.slice(2);
const store = await openStore(address);
process.stdout.write('begin\n');
if (deed === 'publish') await publishSnapshot({ index: directory, store });
else if (deed === 'publish tables') await publishSnapshot({ index: directory, store, iceberg: true });
else await mirrorSnapshot({ store, root: directory });
store.close();
