import { readFileSync } from 'node:fs';
import { describeSettings } from '../packages/cli/src/settings/describe-settings.ts';
import { settingGroups } from '../packages/cli/src/settings/setting.ts';
import { replaceSection } from './replace-section.ts';

const markers = {
  begin: '<!-- settings: written by npm run docs:settings -->',
  end: '<!-- end of settings -->',
};

/** docs/operating.md as it stands, with the table of settings as the schema has it. */
export function operatingDocs(path: URL): string {
  return replaceSection(readFileSync(path, 'utf8'), markers, settingsTable());
}

function settingsTable(): string {
  const all = describeSettings({});
  const rows = settingGroups.flatMap((group) => [
    `| **${group}** | | |`,
    ...all
      .filter((each) => each.group === group)
      .map(
        ({ name, default: value, about }) =>
          `| \`${name}\` | ${value === null ? '' : `\`${value}\``} | ${about} |`,
      ),
  ]);
  return ['| variable | default | what it is |', '|---|---|---|', ...rows].join('\n');
}
