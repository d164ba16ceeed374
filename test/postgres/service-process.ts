/**
 * A service in a process of its own, so that its memory is measured without that of clients. It tells where it listens, and
 * answers messages: `memory` with its resident bytes after a garbage collection, `ledger` with the account's state.
 */
import { startPostgresService } from './postgres-service.ts';

const service = await startPostgresService();
const { accounts, accountId, port, key, keyId } = service;
await accounts.addCredit(accountId, { units: 1_000_000_000, reason: 'test' });

const answers: Readonly<Record<string, () => Promise<unknown>>> = {
  async memory() {
    globalThis.gc?.();
    return process.memoryUsage.rss();
  },
  async ledger() {
    const account = await accounts.findAccount(accountId);
    const { disagreements } = await accounts.verifyLedger();
    return {
      disagreements,
      reservedUnits: account?.reservedUnits,
      balanceUnits: account?.balanceUnits,
      chargedUnits: (await accounts.usageTotals(accountId)).units,
    };
  },
};

process.on('message', (asked: string) => {
  void answers[asked]?.().then((answer) => process.send?.(answer));
});
process.once('disconnect', () => void service[Symbol.asyncDispose]());
process.send?.({ port, key, keyId });
