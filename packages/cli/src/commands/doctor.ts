import { spawnSync } from 'node:child_process';
import { access, constants, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { AppError, freeBytesOf } from '@sdq/contract';
import type { Command } from 'commander';
import { accountsOptions } from '../accounts/accounts-options.ts';
import { homeOption } from '../accounts/with-accounts.ts';
import type { Context } from '../context.ts';
import { type Home, resolveHome } from '../home.ts';
import { indexOption, resolveIndex } from '../index-directory.ts';
import { FaultsFound } from '../report-failure.ts';
import { formerNameWarnings } from '../settings/given-settings.ts';
import { unknownSettings } from '../settings/misspelt-settings.ts';
import { readSettings } from '../settings/read-settings.ts';
import { bytesText, plural } from '../terminal/quantities.ts';

interface Finding {
  /** What was looked at. */
  subject: string;
  state: 'ok' | 'warning' | 'wrong';
  text: string;
  /** How to mend it; null when nothing is to be done. */
  hint: string | null;
}

const freeBytesWanted = 2 ** 30;
const nodeWanted = [22, 15] as const;

/** `sdq doctor`: what is wrong with a machine, a configuration, accounts and an index, and how to mend it. */
export function registerDoctor(parent: Command, context: Context): void {
  parent
    .command('doctor')
    .summary('check machine, settings, accounts and index')
    .description(
      'Check what a service needs on this machine: Node.js, memory, disks, settings, secrets, accounts and index. Each fault has a line that says how to mend it. Nothing is changed. The exit code is 1 if something is wrong.',
    )
    .option(...homeOption)
    .option(...indexOption)
    .option('--json', 'print the report as JSON')
    .addHelpText('after', '\nExample:\n  sdq doctor --home /var/lib/sdq/home --index /var/lib/sdq/index')
    .action(async (flags: { home?: string; index?: string; json?: boolean }) => {
      const findings = await examine(flags, context);
      const wrong = findings.filter(({ state }) => state === 'wrong').length;
      if (flags.json === true) await context.stdout.json({ findings, wrong });
      else for (const finding of findings) await context.stdout.line(lineOf(finding));
      if (wrong > 0) {
        throw new FaultsFound(`${plural(wrong, 'check')} failed: the report tells how to mend it`);
      }
    });
}

function lineOf({ subject, state, text, hint }: Finding): string {
  const mark = { ok: 'ok     ', warning: 'warning', wrong: 'wrong  ' }[state];
  return `${mark}  ${subject.padEnd(9)}  ${text}${hint === null ? '' : `\n                      mend: ${hint}`}`;
}

async function examine(
  flags: { home?: string; index?: string },
  { environment }: Context,
): Promise<Finding[]> {
  const home = resolveHome(flags.home, environment);
  const index = resolveIndex(flags, environment);
  const findings = [node(), ...settingsOf(environment), await memory(), prlimit()];
  const spill = environment.SDQ_SPILL_DIR || tmpdir();
  for (const [name, path] of [
    ['home', home.directory],
    ['index', index],
    ['spill', spill],
  ] as const)
    findings.push(disk(name, path));
  findings.push(await secrets(home), await books(home.accounts, environment), await snapshot(index));
  return findings;
}

const ok = (subject: string, text: string): Finding => ({ subject, state: 'ok', text, hint: null });

function node(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isOld = major < nodeWanted[0] || (major === nodeWanted[0] && minor < nodeWanted[1]);
  if (!isOld) return ok('Node.js', process.version);
  const hint = `Install Node.js ${nodeWanted.join('.')} or later`;
  return { subject: 'Node.js', state: 'wrong', text: `${process.version} is too old`, hint };
}

function settingsOf(environment: Context['environment']): Finding[] {
  const findings: Finding[] = formerNameWarnings(environment).map((text) => ({
    subject: 'settings',
    state: 'warning',
    text,
    hint: 'Rename the variable',
  }));
  for (const variable of unknownSettings(environment)) {
    const text = `${variable} is not a setting of this version`;
    findings.push({
      subject: 'settings',
      state: 'warning',
      text,
      hint: 'List all settings with: sdq config',
    });
  }
  try {
    readSettings(environment);
    findings.push(ok('settings', 'all values are valid'));
  } catch (error) {
    findings.push(failed('settings', error));
  }
  return findings;
}

async function memory(): Promise<Finding> {
  const { coresOfMachine, memoryOfMachine } = await import('@sdq/core');
  const bytes = memoryOfMachine();
  const text = `${bytesText(bytes)}, ${plural(coresOfMachine(), 'core')}`;
  if (bytes >= freeBytesWanted) return ok('memory', text);
  const hint = 'Give the container 1 GiB or more, or lower SDQ_QUERY_MEMORY_BYTES and SDQ_QUERY_PROCESSES';
  return { subject: 'memory', state: 'warning', text: `${text}: little for two query processes`, hint };
}

function prlimit(): Finding {
  if (spawnSync('prlimit', ['--version']).status === 0)
    return ok('prlimit', 'bounds the memory of query processes');
  const hint = 'Install util-linux';
  return { subject: 'prlimit', state: 'warning', text: 'is missing: memory of queries is not bounded', hint };
}

function disk(name: string, path: string): Finding {
  const free = freeBytesOf(path);
  const text = `${name} ${path}: ${bytesText(free)} free`;
  if (free >= freeBytesWanted) return ok('disk', text);
  return { subject: 'disk', state: 'warning', text, hint: 'Free some space, or use a larger disk' };
}

async function secrets(home: Home): Promise<Finding> {
  const dataSecret = join(home.directory, 'data-secret');
  const paths = [join(home.accounts, 'pepper'), dataSecret, `${dataSecret}.former`];
  const found = await Promise.all(paths.map((path) => stat(path).catch(() => undefined)));
  if (found.every((each) => each === undefined))
    return ok('secrets', 'no pepper file yet; it is created with the first account');
  const open = paths.filter((_, at) => ((found[at]?.mode ?? 0) & 0o077) !== 0);
  if (open.length === 0) return ok('secrets', 'only the owner can read them');
  const text = `others can read ${open.join(' and ')}`;
  return { subject: 'secrets', state: 'wrong', text, hint: `chmod 600 ${open.join(' ')}` };
}

/** Accounts that do not exist yet are not created. */
async function books(directory: string, environment: Context['environment']): Promise<Finding> {
  try {
    const options = accountsOptions(directory, environment);
    const path = `${directory}/accounts.db`;
    const isThere = await stat(path).catch(() => undefined);
    if (options.databaseUrl === undefined && isThere === undefined) {
      const hint = 'Create the first account and keys with: sdq account create';
      return { subject: 'accounts', state: 'warning', text: `there are none in ${directory}`, hint };
    }
    if (options.databaseUrl === undefined) {
      await access(path, constants.W_OK);
      await access(dirname(path), constants.W_OK);
    }
    const { openAccounts } = await import('@sdq/accounts');
    await using accounts = await openAccounts(options);
    const { disagreements, damage, accounts: count } = await accounts.verifyLedger();
    if (disagreements.length + damage.length === 0)
      return ok('accounts', `${plural(count, 'account')}, all totals match`);
    const hint = 'See sdq account verify, and restore a backup if the database is damaged';
    return { subject: 'accounts', state: 'wrong', text: 'the books do not agree', hint };
  } catch (error) {
    return failed('accounts', error);
  }
}

async function snapshot(index: string): Promise<Finding> {
  try {
    const { checkSizes, openSnapshot } = await import('@sdq/index');
    const opened = await openSnapshot(index);
    const damaged = await checkSizes(opened);
    if (damaged.length === 0) return ok('index', `snapshot ${opened.id}: all files have their sizes`);
    const text = `${plural(damaged.length, 'damaged file')} in snapshot ${opened.id}`;
    return { subject: 'index', state: 'wrong', text, hint: 'Restore a backup, or import the files again' };
  } catch (error) {
    const finding = failed('index', error);
    return finding.hint === null
      ? { ...finding, hint: 'Create one with: sdq index add or generate' }
      : finding;
  }
}

function failed(subject: string, error: unknown): Finding {
  const text = error instanceof Error ? error.message : String(error);
  const hint = error instanceof AppError ? (error.hint ?? null) : null;
  return { subject, state: 'wrong', text, hint };
}
