import { type Command, Option } from 'commander';
import { parseAmount } from '../arguments/dollars.ts';
import type { Context } from '../context.ts';
import { programVersion } from '../program-version.ts';
import { openRemote } from '../remote/open-remote.ts';
import { remoteOption } from '../remote/remote-option.ts';

interface McpFlags {
  remote?: string | true;
  budget: number;
  maxCost: number;
  features?: 'endpoints';
}

/** `sdq mcp`: lets an agent query a service over standard input and output. */
export function registerMcp(parent: Command, context: Context): void {
  parent
    .command('mcp')
    .summary('let an agent query a service (MCP)')
    .description(
      'Serve the Model Context Protocol over standard input and output: an agent describes tables, checks, explains and runs queries of a service, within a budget that it cannot raise.',
    )
    .option(...remoteOption)
    .option('--budget <dollars>', 'what the agent may spend in all', parseAmount, 10_000)
    .option('--max-cost <dollars>', 'what one call may cost', parseAmount, 500)
    .addOption(new Option('--features <feature>', 'tools beyond SQL').choices(['endpoints']))
    .addHelpText(
      'after',
      `
The budget is $1.00 and a call costs at most $0.05 unless you say otherwise. An agent's configuration:
  {"mcpServers": {"sdq": {"command": "sdq", "args": ["mcp", "--remote", "https://api.example.org"], "env": {"SDQ_API_KEY": "sdq_live_…"}}}}

Examples:
  sdq mcp --remote https://api.example.org --budget 0.50 --max-cost 0.01
  sdq mcp --features endpoints`,
    )
    .action(async (flags: McpFlags) => {
      const { client } = await openRemote({ remote: flags.remote ?? true }, context.environment);
      const { serveStdio } = await import('@sdq/mcp');
      const options = {
        version: programVersion(),
        budgetUnits: flags.budget,
        callUnits: flags.maxCost,
        features: flags.features === undefined ? [] : [flags.features],
      };
      await serveStdio(client, options, context.signal);
    });
}
