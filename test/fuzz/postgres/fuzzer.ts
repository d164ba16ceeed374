import { createConnection } from 'node:net';
import fc from 'fast-check';
import { type PostgresService, startPostgresService } from '../../postgres/postgres-service.ts';
import type { Fuzzer } from '../fuzzer.ts';

const usualCount = 100_000;
/** Messages on one connection, before it is replaced. */
const perConnection = 50;

/** Messages of a session as clients send them, to be altered. */
const samples: readonly Buffer[] = [
  message('Q', text('SELECT 1; SELECT video_id FROM videos LIMIT 2')),
  message('Q', text('BEGIN; DECLARE c CURSOR FOR SELECT video_id FROM videos; FETCH 3 FROM c; COMMIT')),
  message('Q', text('COPY (SELECT video_id FROM videos LIMIT 3) TO STDOUT (FORMAT csv)')),
  message('Q', text("SET sdq.limit = 5; SHOW sdq.limit; SET application_name TO 'é'")),
  message(
    'Q',
    text(`SELECT to_char(create_time, 'YYYY-MM'), author = ANY('{a1,"b"}') FROM public.videos LIMIT 1`),
  ),
  message(
    'Q',
    text("SELECT substring('a1' FROM '[0-9]+'), to_date('2026-03-01', 'YYYY-MM-DD'), format('%s', 1)"),
  ),
  message('P', text('s'), text('SELECT $1::INT, $2'), numbers(2, [1, 23])),
  message(
    'B',
    text(''),
    text('s'),
    numbers(2, [1, 1, 2]),
    value(Buffer.from([0, 0, 0, 5])),
    value('x'),
    numbers(2, [1, 1]),
  ),
  message('D', Buffer.from('Ss\0')),
  message('D', Buffer.from('P\0')),
  message('E', text(''), numbers(4, [1])),
  message('C', Buffer.from('Ss\0')),
  message('S'),
  message('H'),
  message('p', text('sdq_live_wrong')),
  message('d', Buffer.from('rows')),
  message('f', text('why')),
];

function text(of: string): Buffer {
  return Buffer.from(`${of}\0`);
}

function numbers(size: 2 | 4, values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * size);
  for (const [index, each] of values.entries()) bytes.writeIntBE(each, index * size, size);
  return bytes;
}

function value(of: Buffer | string): Buffer {
  const bytes = Buffer.from(of);
  return Buffer.concat([numbers(4, [bytes.length]), bytes]);
}

function message(letter: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(letter), numbers(4, [body.length + 4]), body]);
}

/** A message with some bytes changed, cut, doubled or put in, or of random bytes. */
function altered(seed: number): Buffer {
  const [sample, edits, isRaw, raw] = fc.sample(
    fc.tuple(
      fc.constantFrom(...samples),
      fc.array(fc.tuple(fc.nat(400), fc.nat(255), fc.constantFrom('set', 'cut', 'put', 'double')), {
        maxLength: 4,
      }),
      fc.boolean().filter((is) => !is || seed % 10 === 0),
      fc.uint8Array({ maxLength: 64 }),
    ),
    { seed, numRuns: 1 },
  )[0] as [Buffer, [number, number, string][], boolean, Uint8Array];
  if (isRaw) return Buffer.from(raw);
  let bytes: Buffer = Buffer.from(sample);
  for (const [place, byte, edit] of edits) {
    const at = place % Math.max(1, bytes.length);
    if (edit === 'set') bytes[at] = byte;
    else if (edit === 'cut')
      bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + (byte % 4))]);
    else if (edit === 'put')
      bytes = Buffer.concat([bytes.subarray(0, at), Buffer.from([byte]), bytes.subarray(at)]);
    else bytes = Buffer.concat([bytes, bytes.subarray(at)]);
  }
  return bytes;
}

/** Sends messages in a session that is open already, and waits until the service has answered or left. */
async function send(service: PostgresService, seeds: readonly number[]): Promise<void> {
  const { client } = await service.connect();
  const { stream } = (client as unknown as { connection: { stream: ReturnType<typeof createConnection> } })
    .connection;
  stream.removeAllListeners('data');
  stream.on('data', () => {});
  const closed = new Promise<void>((resolve) => void stream.once('close', () => resolve()));
  for (const seed of seeds) if (stream.writable) stream.write(altered(seed));
  // an open message would wait for its end: the client leaves
  stream.end();
  const late = setTimeout(() => stream.destroy(), 5_000);
  await closed;
  clearTimeout(late);
}

/** Bytes where a connection begins. */
async function begin(service: PostgresService, seed: number): Promise<void> {
  const socket = createConnection(service.port, '127.0.0.1');
  socket.on('error', () => {}).on('data', () => {});
  await new Promise<void>((resolve) => {
    socket.once('close', () => resolve());
    socket.end(altered(seed));
  });
}

interface Summary {
  messages: number;
  crashes: string[];
  balanced: boolean;
}

export const postgresFuzzer: Fuzzer = {
  about:
    'altered messages of PostgreSQL’s protocol: the service answers on, and the ledger balances; 100,000',
  async run({ count = usualCount, seconds, seed, signal }) {
    const crashes: string[] = [];
    const onCrash = (error: unknown) => void crashes.push(String((error as Error)?.stack ?? error));
    process.on('uncaughtException', onCrash).on('unhandledRejection', onCrash);
    const endsAt = performance.now() + seconds * 1_000;
    let messages = 0;
    await using service = await startPostgresService();
    await service.accounts.addCredit(service.accountId, { units: 1_000_000_000, reason: 'fuzz' });
    try {
      while (messages < count && performance.now() < endsAt && signal?.aborted !== true) {
        const first = seed + messages;
        const size = Math.min(perConnection, count - messages);
        await begin(service, first);
        await send(
          service,
          Array.from({ length: size }, (_, index) => first + index),
        );
        messages += size;
      }
      const { client } = await service.connect();
      await client.query('SELECT 1');
      await client.end();
      const ledger = await service.accounts.verifyLedger();
      const account = await service.accounts.findAccount(service.accountId);
      const balanced = ledger.disagreements.length === 0 && account?.reservedUnits === 0;
      const summary: Summary = { messages, crashes, balanced };
      return { passed: crashes.length === 0 && balanced, figures: summary };
    } finally {
      process.off('uncaughtException', onCrash).off('unhandledRejection', onCrash);
    }
  },
};
