import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { registerAccountCreate } from './commands/account-create.ts';
import { registerAccountCredit } from './commands/account-credit.ts';
import { registerAccountList } from './commands/account-list.ts';
import { registerAccountShow } from './commands/account-show.ts';
import { registerAccountUpdate } from './commands/account-update.ts';
import { registerAccountUsage } from './commands/account-usage.ts';
import { registerAccountVerify } from './commands/account-verify.ts';
import { registerConfig } from './commands/config.ts';
import { registerIndexAdd } from './commands/index-add.ts';
import { registerIndexBuild } from './commands/index-build.ts';
import { registerIndexCatalog } from './commands/index-catalog.ts';
import { registerIndexGenerate } from './commands/index-generate.ts';
import { registerIndexStatus } from './commands/index-status.ts';
import { registerIndexVerify } from './commands/index-verify.ts';
import { registerKeyCreate } from './commands/key-create.ts';
import { registerKeyList } from './commands/key-list.ts';
import { registerKeyRevoke } from './commands/key-revoke.ts';
import { registerKeyRotate } from './commands/key-rotate.ts';
import { registerPlatform } from './commands/platform.ts';
import { registerQuery } from './commands/query.ts';
import { registerServe } from './commands/serve.ts';
import { registerStart } from './commands/start.ts';
import type { Context } from './context.ts';
import { exitCodesHelp } from './exit-codes.ts';

const environmentHelp = `Environment:
  SDQ_HOME     data directory for accounts, keys and the sample index (default: .sdq)
  SDQ_INDEX    index directory of all commands (default: index in SDQ_HOME)
  HOST, PORT   address to listen on (default: 127.0.0.1:8080)
  DATABASE_URL PostgreSQL database for accounts; all machines must share SDQ_PEPPER
  NO_COLOR     any value disables coloured output
  SDQ_DEBUG=1  print stack traces with error messages
  sdq config lists all settings: limits, logs, metrics, mail, billing, credentials`;

const packageFile = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/**
 * All commands. A command imports the engine when it runs, so that `--help` is fast. An invalid command line throws a
 * CommanderError and does not end the process.
 */
export function buildProgram(context: Context): Command {
  const program = new Command('sdq')
    .description(
      'Social Data Query: build an index of social media data, query it with SQL, serve it over HTTP.',
    )
    .version(packageFile.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand(false)
    .exitOverride()
    // report-failure.ts writes all error messages.
    .configureOutput({ outputError: () => {} })
    .addHelpText('after', `\n${exitCodesHelp}\n\n${environmentHelp}`);
  registerStart(program, context);
  registerServe(program, context);
  registerQuery(program, context);
  registerPlatform(program, context);
  registerConfig(program, context);
  const index = program
    .command('index')
    .helpCommand(false)
    .summary('create, fill and inspect an index')
    .description('Create, fill and inspect an index.');
  registerIndexGenerate(index, context);
  registerIndexAdd(index, context);
  registerIndexBuild(index, context);
  registerIndexStatus(index, context);
  registerIndexVerify(index, context);
  registerIndexCatalog(index, context);
  const account = program
    .command('account')
    .helpCommand(false)
    .summary('create, change and inspect accounts')
    .description('Create, change and inspect accounts.');
  registerAccountCreate(account, context);
  registerAccountList(account, context);
  registerAccountShow(account, context);
  registerAccountUpdate(account, context);
  registerAccountCredit(account, context);
  registerAccountUsage(account, context);
  registerAccountVerify(account, context);
  const key = program
    .command('key')
    .helpCommand(false)
    .summary('create, list, rotate and revoke API keys')
    .description('Create, list, rotate and revoke API keys.');
  registerKeyCreate(key, context);
  registerKeyList(key, context);
  registerKeyRotate(key, context);
  registerKeyRevoke(key, context);
  return program;
}
