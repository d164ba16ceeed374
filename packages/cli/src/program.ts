import { Command } from 'commander';
import { registerAccountCreate } from './commands/account-create.ts';
import { registerAccountCredit } from './commands/account-credit.ts';
import { registerAccountDelete } from './commands/account-delete.ts';
import { registerAccountExport } from './commands/account-export.ts';
import { registerAccountList } from './commands/account-list.ts';
import { registerAccountShow } from './commands/account-show.ts';
import { registerAccountState } from './commands/account-state.ts';
import { registerAccountUpdate } from './commands/account-update.ts';
import { registerAccountUsage } from './commands/account-usage.ts';
import { registerAccountVerify } from './commands/account-verify.ts';
import { registerAdminKeys } from './commands/admin-key.ts';
import { registerAudit } from './commands/audit.ts';
import { registerBackup } from './commands/backup.ts';
import { registerClusterDrop } from './commands/cluster-drop.ts';
import { registerClusterInit } from './commands/cluster-init.ts';
import { registerClusterLoad } from './commands/cluster-load.ts';
import { registerClusterStatus } from './commands/cluster-status.ts';
import { registerCompletion } from './commands/completion.ts';
import { registerConfig } from './commands/config.ts';
import { registerDoctor } from './commands/doctor.ts';
import { registerIndexAdd } from './commands/index-add.ts';
import { registerIndexBuild } from './commands/index-build.ts';
import { registerIndexCatalog } from './commands/index-catalog.ts';
import { registerIndexClean } from './commands/index-clean.ts';
import { registerIndexCompact } from './commands/index-compact.ts';
import { registerIndexGenerate } from './commands/index-generate.ts';
import { registerIndexMirror } from './commands/index-mirror.ts';
import { registerIndexPublish } from './commands/index-publish.ts';
import { registerIndexRemove } from './commands/index-remove.ts';
import { registerIndexRetain } from './commands/index-retain.ts';
import { registerIndexStatus } from './commands/index-status.ts';
import { registerIndexUpgrade } from './commands/index-upgrade.ts';
import { registerIndexVerify } from './commands/index-verify.ts';
import { registerKeyCreate } from './commands/key-create.ts';
import { registerKeyList } from './commands/key-list.ts';
import { registerKeyRevoke } from './commands/key-revoke.ts';
import { registerKeyRotate } from './commands/key-rotate.ts';
import { registerLogin } from './commands/login.ts';
import { registerLogout } from './commands/logout.ts';
import { registerMcp } from './commands/mcp.ts';
import { registerPlatform } from './commands/platform.ts';
import { registerQuery } from './commands/query.ts';
import { registerSecrets } from './commands/secret.ts';
import { registerServe } from './commands/serve.ts';
import { registerShell } from './commands/shell.ts';
import { registerStart } from './commands/start.ts';
import type { Context } from './context.ts';
import { exitCodesHelp } from './exit-codes.ts';
import { programVersion } from './program-version.ts';

const environmentHelp = `Environment:
  SDQ_HOME     data directory for accounts, keys and the sample index (default: .sdq)
  SDQ_INDEX    index directory of all commands (default: index in SDQ_HOME)
  SDQ_REMOTE   URL of the service that --remote asks; SDQ_API_KEY is its key (default: those of sdq login)
  HOST, PORT   address to listen on (default: 127.0.0.1:8080)
  DATABASE_URL PostgreSQL database for accounts; all machines must share SDQ_PEPPER
  NO_COLOR     any value disables coloured output
  SDQ_DEBUG=1  print stack traces with error messages
  sdq config lists all settings: limits, logs, metrics, mail, billing, credentials`;

/**
 * All commands. A command imports the engine when it runs, so that `--help` is fast. An invalid command line throws a
 * CommanderError and does not end the process.
 */
export function buildProgram(context: Context): Command {
  const program = new Command('sdq')
    .description(
      'Social Data Query: build an index of social media data, query it with SQL, serve it over HTTP.',
    )
    .version(programVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand(false)
    .exitOverride()
    // report-failure.ts writes all error messages.
    .configureOutput({ outputError: () => {} })
    .addHelpText('after', `\n${exitCodesHelp}\n\n${environmentHelp}`);
  registerStart(program, context);
  registerServe(program, context);
  registerQuery(program, context);
  registerShell(program, context);
  registerLogin(program, context);
  registerLogout(program, context);
  registerMcp(program, context);
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
  registerIndexCompact(index, context);
  registerIndexClean(index, context);
  registerIndexRemove(index, context);
  registerIndexRetain(index, context);
  registerIndexPublish(index, context);
  registerIndexMirror(index, context);
  registerIndexStatus(index, context);
  registerIndexVerify(index, context);
  registerIndexUpgrade(index, context);
  registerIndexCatalog(index, context);
  const cluster = program
    .command('cluster')
    .helpCommand(false)
    .summary('fill and inspect a ClickHouse cluster')
    .description('Fill and inspect a ClickHouse cluster that answers the same SQL (docs/scale.md).');
  registerClusterInit(cluster, context);
  registerClusterLoad(cluster, context);
  registerClusterStatus(cluster, context);
  registerClusterDrop(cluster, context);
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
  registerAccountState(account, context);
  registerAccountExport(account, context);
  registerAccountDelete(account, context);
  const key = program
    .command('key')
    .helpCommand(false)
    .summary('create, list, rotate and revoke API keys')
    .description('Create, list, rotate and revoke API keys.');
  registerKeyCreate(key, context);
  registerKeyList(key, context);
  registerKeyRotate(key, context);
  registerKeyRevoke(key, context);
  registerAdminKeys(program, context);
  registerAudit(program, context);
  registerBackup(program, context);
  registerSecrets(program, context);
  registerDoctor(program, context);
  registerCompletion(program, context);
  return program;
}
