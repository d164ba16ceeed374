import { parentPort, workerData } from 'node:worker_threads';
import { readDamaged, type StoppedLedger } from './damage-tail.ts';

const { ledger, offsets, directory } = workerData as {
  ledger: StoppedLedger;
  offsets: { first: number; stride: number };
  directory: string;
};
// a message turns buffers into plain bytes
const [database, log] = [Buffer.from(ledger.database), Buffer.from(ledger.log)];
parentPort?.postMessage(readDamaged({ ...ledger, database, log }, offsets, directory));
