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
  SDQ_HOME     where sdq start and sdq serve keep what is theirs (default .sdq)
  HOST, PORT   address to serve at (default 127.0.0.1:8080)
  DATABASE_URL postgres://… keeps the accounts there; SDQ_PEPPER is then shared by all machines
  SDQ_INDEX    index that sdq serve serves
  NO_COLOR     no colours
  SDQ_DEBUG=1  stack traces with error messages
  sdq config shows all of it: limits, logs, metrics, mail, billing, credentials`;

const packageFile = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/**
 * All commands. What a command needs of the engine it loads when it runs, so that `--help` answers at once. Parsing a wrong command line throws commander's error instead of ending the
 * process.
 */
export function buildProgram(context: Context): Command {
  const program = new Command('sdq')
    .description('Social Data Query: SQL over an index of short videos, and the index itself.')
    .version(packageFile.version, '--version', 'print the version')
    .helpOption('--help', 'show this help')
    .helpCommand(false)
    .exitOverride()
    // The one message about an error is written in one place, by report-failure.ts.
    .configureOutput({ outputError: () => {} })
    .addHelpText('after', `\n${exitCodesHelp}\n\n${environmentHelp}`);
  registerStart(program, context);
  registerServe(program, context);
  registerQuery(program, context);
  registerPlatform(program, context);
  registerConfig(program, context);
  const index = program.command('index').helpCommand(false).description('make, fill and inspect an index');
  registerIndexGenerate(index, context);
  registerIndexAdd(index, context);
  registerIndexBuild(index, context);
  registerIndexStatus(index, context);
  registerIndexVerify(index, context);
  registerIndexCatalog(index, context);
  const account = program
    .command('account')
    .helpCommand(false)
    .description('make, change and inspect accounts');
  registerAccountCreate(account, context);
  registerAccountList(account, context);
  registerAccountShow(account, context);
  registerAccountUpdate(account, context);
  registerAccountCredit(account, context);
  registerAccountUsage(account, context);
  registerAccountVerify(account, context);
  const key = program.command('key').helpCommand(false).description('make, list, rotate and revoke API keys');
  registerKeyCreate(key, context);
  registerKeyList(key, context);
  registerKeyRotate(key, context);
  registerKeyRevoke(key, context);
  return program;
}
