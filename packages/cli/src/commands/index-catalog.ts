import type { Command } from 'commander';
import { describedTables, describeTable } from '../catalog/describe-catalog.ts';
import type { Context } from '../context.ts';

interface CatalogFlags {
  json?: boolean;
}

/** `sdq index catalog`: checks a description of tables of one's own. */
export function registerIndexCatalog(parent: Command, context: Context): void {
  parent
    .command('catalog')
    .summary('check a description of tables of your own')
    .description(
      'Reads a description of tables and prints their columns, types and roles, which of those were guessed and why, and what will be fast. Exit code 1 with each fault, its place and how to mend it when the description is wrong.',
    )
    .argument('<file>', 'the description: JSON, or a TypeScript or JavaScript module, which is run')
    .option('--json', 'print the report as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  sdq index catalog podcasts.json\n  sdq index catalog podcasts.ts --json',
    )
    .action(async (file: string, flags: CatalogFlags) => {
      const { readTables, withTables } = await import('@sdq/catalog');
      const own = await readTables(file);
      withTables(own); // no clash with the built-in ones, or with each other
      const tables = await describedTables(own);
      if (flags.json === true) return await context.stdout.json({ tables });
      const header = (text: string) => context.stdout.style('bold', text);
      for (const table of tables) await context.stdout.line(describeTable(table, header));
    });
}
