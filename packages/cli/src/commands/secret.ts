import { join } from 'node:path';
import type { PepperRotation, PepperUse } from '@sdq/accounts';
import type { DataSecretUse } from '@sdq/platforms';
import type { Command } from 'commander';
import { homeOption, withAccounts } from '../accounts/with-accounts.ts';
import type { Context } from '../context.ts';
import { resolveHome } from '../home.ts';
import { readSettings } from '../settings/read-settings.ts';
import { plural } from '../terminal/quantities.ts';

interface Flags {
  home?: string;
  json?: boolean;
}

/** `sdq secret status`, `rotate` and `retire`: the pepper of API keys, and the secret of cursors and links. */
export function registerSecrets(program: Command, context: Context): void {
  const parent = program
    .command('secret')
    .helpCommand(false)
    .summary('replace the pepper and the data secret while services run')
    .description(
      'Inspect and replace the secrets of a service: the pepper, which API keys are hashed with, and the data secret, which signs cursors and links. Services go on meanwhile, and all keys, cursors and links stay valid.',
    );
  registerStatus(parent, context);
  registerRotate(parent, context);
  registerRetire(parent, context);
}

function registerStatus(parent: Command, context: Context): void {
  parent
    .command('status')
    .summary('tell which secrets are accepted, and what depends on them')
    .description('List the accepted peppers and data secrets, the oldest first, and what depends on each.')
    .option(...homeOption)
    .option('--json', 'print the report as JSON')
    .addHelpText('after', '\nExample:\n  sdq secret status')
    .action(async (flags: Flags) => {
      const peppers = await withAccounts(flags.home, context, (accounts) => accounts.listPeppers());
      const { describeDataSecret } = await import('@sdq/platforms');
      const path = dataSecretPath(flags, context);
      const dataSecret = path === undefined ? undefined : await describeDataSecret(path);
      if (flags.json === true) return await context.stdout.json(statusJson(peppers, dataSecret));
      for (const line of statusLines(peppers, dataSecret, path !== undefined))
        await context.stdout.line(line);
    });
}

function registerRotate(parent: Command, context: Context): void {
  parent
    .command('rotate')
    .summary('replace the secrets; former ones stay accepted')
    .description(
      'Replace the pepper and the data secret. Former ones stay accepted until sdq secret retire. API keys change over when they are used. An interrupted rotation is finished by the same command. Where several machines share a database, the command tells what to do on the others, and is run a second time.',
    )
    .option(...homeOption)
    .option('--json', 'print the report as JSON')
    .addHelpText('after', '\nExample:\n  sdq secret rotate')
    .action(async (flags: Flags) => {
      const pepper = await withAccounts(flags.home, context, (accounts) => accounts.rotatePepper());
      const path = dataSecretPath(flags, context);
      // a repeated call, which finishes the rotation of the pepper, does not replace the other one again
      const isRotating = path !== undefined && pepper.state !== 'finished' && !isSecondCall(pepper, context);
      if (isRotating) await (await import('@sdq/platforms')).rotateDataSecret(path);
      if (flags.json === true) {
        return await context.stdout.json({ pepper, data_secret: isRotating ? 'rotated' : 'unchanged' });
      }
      for (const line of rotationLines(pepper, context)) await context.stdout.line(line);
      if (isRotating) {
        await context.stdout.line(
          'Rotated the data secret: cursors and links that the former one signed stay valid',
        );
      }
    });
}

function registerRetire(parent: Command, context: Context): void {
  parent
    .command('retire')
    .summary('end the acceptance of former secrets')
    .description(
      'End the acceptance of former peppers and data secrets. The command is refused while API keys, cursors or links depend on one.',
    )
    .option(...homeOption)
    .option('--revoke', 'revoke the API keys, cursors and links that still depend on a former secret')
    .option('--json', 'print the report as JSON')
    .addHelpText('after', '\nExample:\n  sdq secret retire')
    .action(async (flags: Flags & { revoke?: boolean }) => {
      const isRevoking = flags.revoke === true;
      const peppers = await withAccounts(flags.home, context, (accounts) =>
        accounts.retirePeppers({ isRevoking }),
      );
      const dataSecrets = await retireDataSecrets(dataSecretPath(flags, context), isRevoking);
      const report = {
        peppers: peppers.retired,
        revoked_keys: peppers.revokedKeys,
        data_secrets: dataSecrets.retired,
        data_secrets_accepted_until: dataSecrets.acceptedUntil?.toISOString() ?? null,
      };
      if (flags.json === true) return await context.stdout.json(report);
      const { stdout, stderr } = context;
      await stdout.line(`Retired ${plural(report.peppers, 'pepper')}`);
      if (report.revoked_keys.length > 0)
        await stdout.line(`Revoked the keys that depended on them: ${report.revoked_keys.join(', ')}`);
      await stdout.line(`Retired ${plural(report.data_secrets, 'data secret')}`);
      if (dataSecrets.acceptedUntil !== undefined) {
        await stderr.line(
          `warning: cursors that a former data secret signed are valid until ${report.data_secrets_accepted_until}: run sdq secret retire again then, or end them now with --revoke`,
        );
      }
      if (peppers.retired > 0 && !peppers.isRemoved)
        await stderr.line('warning: remove the former pepper from SDQ_PEPPER on every machine');
    });
}

/** Those that may still be needed are kept. */
async function retireDataSecrets(
  path: string | undefined,
  isRevoking: boolean,
): Promise<{ retired: number; acceptedUntil?: Date }> {
  if (path === undefined) return { retired: 0 };
  const { describeDataSecret, retireDataSecrets } = await import('@sdq/platforms');
  const { retirableAt = null } = (await describeDataSecret(path)) ?? {};
  if (retirableAt !== null && retirableAt.getTime() > Date.now() && !isRevoking)
    return { retired: 0, acceptedUntil: retirableAt };
  return { retired: await retireDataSecrets(path) };
}

/** Undefined where the data secret is derived from SDQ_PEPPER. */
function dataSecretPath(flags: Flags, { environment }: Context): string | undefined {
  if (readSettings(environment).SDQ_PEPPER !== undefined) return undefined;
  return join(resolveHome(flags.home, environment).directory, 'data-secret');
}

/** Where machines share a database, the first call only adds the pepper, and has replaced the data secret. */
function isSecondCall({ state }: PepperRotation, { environment }: Context): boolean {
  return state === 'rotated' && readSettings(environment).DATABASE_URL !== undefined;
}

function rotationLines(rotation: PepperRotation, { environment }: Context): string[] {
  switch (rotation.state) {
    case 'rotated':
      return [
        'Rotated the pepper: API keys stay valid, and change over when they are used',
        `Encrypted ${plural(rotation.resealed, 'webhook secret')} with it`,
        'Next: sdq secret status, and sdq secret retire when no key depends on the former pepper',
      ];
    case 'finished':
      return [
        `Finished the rotation that was interrupted: encrypted ${plural(rotation.resealed, 'webhook secret')}`,
        'No other pepper was made',
      ];
    case 'added':
      return [
        'Added a pepper to the file accounts/pepper in SDQ_HOME: it is accepted, and does not write yet',
        'Next: copy the file to every machine that shares the database, then run sdq secret rotate again',
      ];
    case 'to add':
      return [
        `Set this on every machine, and restart one after the other: SDQ_PEPPER=${environment.SDQ_PEPPER},${rotation.pepper}`,
        'Next: run sdq secret rotate again with that setting',
      ];
  }
}

function statusJson(peppers: readonly PepperUse[], dataSecret: DataSecretUse | undefined) {
  return {
    peppers: peppers.map(({ id, state, keys, adminKeys, webhooks }) => ({
      id,
      state,
      api_keys: keys,
      admin_keys: adminKeys,
      webhooks,
    })),
    data_secret:
      dataSecret === undefined
        ? null
        : {
            created_at: dataSecret.createdAt.toISOString(),
            former: dataSecret.former,
            retirable_at: dataSecret.retirableAt?.toISOString() ?? null,
          },
  };
}

function statusLines(
  peppers: readonly PepperUse[],
  dataSecret: DataSecretUse | undefined,
  isFile: boolean,
): string[] {
  const lines = peppers.map(
    ({ id, state, keys, adminKeys, webhooks }) =>
      `pepper       ${id}  ${state.padEnd(7)}  ${plural(keys, 'API key')}, ${plural(adminKeys, 'admin key')}, ${plural(webhooks, 'webhook')}`,
  );
  if (!isFile) return [...lines, 'data secret  derived from SDQ_PEPPER'];
  if (dataSecret === undefined) return [...lines, 'data secret  none yet: the service creates it'];
  const { createdAt, former, retirableAt } = dataSecret;
  const until = retirableAt === null ? '' : `, ${former} former until ${retirableAt.toISOString()}`;
  return [...lines, `data secret  since ${createdAt.toISOString()}${until}`];
}
