import type { Command } from 'commander';
import { describedTables, describeTable } from '../catalog/describe-catalog.ts';
import type { Context } from '../context.ts';

interface CatalogFlags {
  json?: boolean;
}

/** `sdq index catalog`: validates a table description file. */
export function registerIndexCatalog(parent: Command, context: Context): void {
  parent
    .command('catalog')
    .summary('validate a table description file')
    .description(
      'Read a table description file and print the columns, types, roles and access paths of its tables, including which roles were inferred and why. The exit code is 1 if the file is invalid; the message lists every error with its position.',
    )
    .argument('<file>', 'description file: JSON, or a TypeScript or JavaScript module, which is executed')
    .option('--json', 'print the report as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  sdq index catalog podcasts.json\n  sdq index catalog podcasts.ts --json',
    )
    .action(async (file: string, flags: CatalogFlags) => {
      const { readTables, withTables } = await import('@sdq/catalog');
      const own = await readTables(file);
      withTables(own); // throws if a table conflicts with a built-in table or with another one
      const tables = await describedTables(own);
      if (flags.json === true) return await context.stdout.json({ tables });
      const header = (text: string) => context.stdout.style('bold', text);
      for (const table of tables) await context.stdout.line(describeTable(table, header));
    });
}
