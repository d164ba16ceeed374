import { Readable } from 'node:stream';
import { type Account, accountStates } from '@sdq/accounts';
import { AppError } from '@sdq/contract';
import { formatCost } from '@sdq/pricing';
import { z } from 'zod';
import type { App } from '../../app.ts';
import { apiKeyView } from '../../response/api-key-view.ts';
import { sendEnvelope } from '../../response/send-envelope.ts';
import { userView } from '../../response/user-view.ts';
import type { Services } from '../../services.ts';

const config = { access: 'admin' as const };
const params = z.object({ account_id: z.string() });
const listQuery = z.object({ limit: z.coerce.number().int().min(1).max(10_000).default(1_000) });
const stateChange = z
  .object({ state: z.enum(accountStates), reason: z.string().max(500).nullable().default(null) })
  .strict();
const keyParams = params.extend({ key_id: z.string() });

/** `/api/admin/accounts`: list, show, suspend, resume and close accounts, export one, revoke its keys. */
export function adminAccountRoutes(app: App, { accounts, sql }: Services): void {
  const listSchema = { hide: true, querystring: listQuery };
  app.get('/api/admin/accounts', { schema: listSchema, config }, async (request, reply) => {
    const found = await accounts.listAccounts({ limit: request.query.limit });
    return sendEnvelope(reply, { accounts: found.map(accountView), total: found.length });
  });
  const schema = { hide: true, params };
  app.get('/api/admin/accounts/:account_id', { schema, config }, async (request, reply) => {
    const { account_id: accountId } = request.params;
    const account = known(await accounts.findAccount(accountId), accountId);
    const keys = await accounts.listKeys(accountId, { scope: 'all' });
    const views = keys.map((key) => ({ ...apiKeyView(key), kind: key.kind === 'acct' ? 'account' : 'data' }));
    const { bytes, results } = sql.results.sizeOf(accountId);
    const retained = { retained_results: { bytes, results } };
    return sendEnvelope(reply, { ...accountView(account), ...retained, keys: views });
  });
  const stateSchema = { hide: true, params, body: stateChange };
  app.patch('/api/admin/accounts/:account_id', { schema: stateSchema, config }, async (request, reply) => {
    const { account_id: accountId } = request.params;
    return sendEnvelope(
      reply,
      accountView(known(await accounts.setAccountState(accountId, request.body), accountId)),
    );
  });
  app.get('/api/admin/accounts/:account_id/export', { schema, config }, async (request, reply) => {
    const { account_id: accountId } = request.params;
    known(await accounts.findAccount(accountId), accountId);
    reply.headers({
      'content-type': 'application/json',
      'content-disposition': `attachment; filename="${accountId}.json"`,
    });
    return reply.send(Readable.from(accounts.exportAccount(accountId)));
  });
  const keySchema = { hide: true, params: keyParams };
  app.delete(
    '/api/admin/accounts/:account_id/keys/:key_id',
    { schema: keySchema, config },
    async (request, reply) => {
      const { account_id: accountId, key_id: keyId } = request.params;
      const revoked = await accounts.revokeKey(accountId, keyId, { scope: 'all' });
      if (revoked === undefined) throw new AppError('api_key_not_found', 'API key not found');
      return sendEnvelope(reply, apiKeyView(revoked));
    },
  );
}

function accountView(account: Account) {
  return {
    ...userView(account),
    reserved: formatCost(account.reservedUnits),
    state: account.state,
    state_reason: account.stateReason,
  };
}

function known(account: Account | undefined, accountId: string): Account {
  if (account === undefined) throw new AppError('not_found', `There is no account "${accountId}"`);
  return account;
}
