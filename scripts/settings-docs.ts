import { readFileSync } from 'node:fs';
import { describeSettings } from '../packages/cli/src/settings/describe-settings.ts';
import { settingGroups } from '../packages/cli/src/settings/setting.ts';
import { replaceSection } from './replace-section.ts';

const markers = {
  begin: '<!-- settings: written by npm run docs:settings -->',
  end: '<!-- end of settings -->',
};

/** docs/operating.md with the table of settings that the schema defines. */
export function operatingDocs(path: URL): string {
  return replaceSection(readFileSync(path, 'utf8'), markers, settingsTable());
}

function settingsTable(): string {
  const all = describeSettings({});
  const rows = settingGroups.flatMap((group) => [
    `| **${group}** | | | |`,
    ...all
      .filter((each) => each.group === group)
      .map(
        ({ name, formerly, default: value, about }) =>
          `| \`${name}\` | ${code(value)} | ${about} | ${code(formerly)} |`,
      ),
  ]);
  return ['| variable | default | description | formerly |', '|---|---|---|---|', ...rows].join('\n');
}

function code(text: string | null): string {
  return text === null ? '' : `\`${text}\``;
}
