import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { type DescribedSetting, describeSettings } from '../settings/describe-settings.ts';
import { warnOfFormerNames } from '../settings/former-name-warnings.ts';
import { readSettings } from '../settings/read-settings.ts';
import { renderTable } from '../terminal/table.ts';

/** `sdq config`: every setting with its value and source. Errors: `usage_error` for invalid values. */
export function registerConfig(parent: Command, context: Context): void {
  parent
    .command('config')
    .summary('list and validate all settings')
    .description(
      'List all settings with their values and sources. Settings are read from environment variables. Secrets are redacted as ***. The exit code is 2 if a value is invalid.',
    )
    .option('--json', 'print the settings as JSON')
    .addHelpText('after', '\nExamples:\n  sdq config\n  env $(cat sdq.env) sdq config --json')
    .action(async (flags: { json?: boolean }) => {
      await warnOfFormerNames(context);
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
      { name: 'source', align: 'left' },
      { name: 'description', align: 'left' },
    ],
    settings.map(({ name, value, source, about }) => [name, value ?? '', source, about]),
    { header, cellWidthMax: 140 },
  );
}
