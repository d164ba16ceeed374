import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { replaceFile } from '@sdq/contract';
import { accountsOptions } from '../accounts/accounts-options.ts';
import type { Context } from '../context.ts';
import type { Home } from '../home.ts';

/** $1,000 in units of $0.0001, the price of ten million rows. */
const demoBalanceUnits = 10_000_000;

/** The keys that `sdq start` saves for scripts and later runs. */
export interface DemoKeys {
  readonly account_key: string;
  readonly api_key: string;
}

/**
 * The keys of the demo account: the saved keys if they are still valid, otherwise those of a new account; and a new token
 * that signs a browser in to it once.
 */
export async function ensureDemoKeys(
  home: Home,
  environment: Context['environment'],
): Promise<{ keys: DemoKeys; created: boolean; signInToken: string }> {
  const { openAccounts } = await import('@sdq/accounts');
  await using accounts = await openAccounts(accountsOptions(home.accounts, environment));
  const known = await readDemoKeys(home.demoKeys);
  const authentication = known && (await accounts.authenticate(known.api_key));
  if (known !== undefined && authentication?.ok) {
    const signInToken = await accounts.createSignInToken(authentication.principal.accountId);
    return { keys: known, created: false, signInToken };
  }
  const { account, accountKey } = await accounts.createAccount({
    name: 'Demo',
    email: 'demo@example.com',
    balanceUnits: demoBalanceUnits,
  });
  const { key } = await accounts.createKey(account.accountId, { name: 'demo' });
  const keys = { account_key: accountKey, api_key: key };
  await mkdir(dirname(home.demoKeys), { recursive: true });
  await replaceFile(home.demoKeys, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 });
  return { keys, created: true, signInToken: await accounts.createSignInToken(account.accountId) };
}

async function readDemoKeys(path: string): Promise<DemoKeys | undefined> {
  try {
    const { account_key, api_key } = JSON.parse(await readFile(path, 'utf8')) as Partial<DemoKeys>;
    return typeof account_key === 'string' && typeof api_key === 'string'
      ? { account_key, api_key }
      : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
