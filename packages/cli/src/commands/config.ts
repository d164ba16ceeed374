import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { type DescribedSetting, describeSettings } from '../settings/describe-settings.ts';
import { readSettings } from '../settings/read-settings.ts';
import { renderTable } from '../terminal/table.ts';

/** `sdq config`: every setting, with its value and where that comes from; fails on values that cannot be used. */
export function registerConfig(parent: Command, context: Context): void {
  parent
    .command('config')
    .summary('show the settings of the environment, and check them')
    .description(
      'Shows every setting that the environment can make, with its value and whether that is given or the default. Secrets are shown as ***. Fails when a value cannot be used.',
    )
    .option('--json', 'print the settings as JSON')
    .addHelpText('after', '\nExamples:\n  sdq config\n  env $(cat sdq.env) sdq config --json')
    .action(async (flags: { json?: boolean }) => {
      const described = describeSettings(context.environment);
      if (flags.json === true) await context.stdout.json({ settings: described });
      else await context.stdout.line(describe(described, (text) => context.stdout.style('bold', text)));
      readSettings(context.environment);
    });
}

function describe(settings: readonly DescribedSetting[], header: (text: string) => string): string {
  return renderTable(
    [
      { name: 'setting', align: 'left' },
      { name: 'value', align: 'left' },
      { name: 'from', align: 'left' },
      { name: 'what it is', align: 'left' },
    ],
    settings.map(({ name, value, source, about }) => [name, value ?? '', source, about]),
    { header, cellWidthMax: 100 },
  );
}
