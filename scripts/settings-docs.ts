import { readFileSync } from 'node:fs';
import { describeSettings } from '../packages/cli/src/settings/describe-settings.ts';
import { settingGroups } from '../packages/cli/src/settings/setting.ts';

const [begin, end] = ['<!-- settings: written by npm run docs:settings -->', '<!-- end of settings -->'];

/** docs/operating.md as it stands, with the table of settings as the schema has it. */
export function operatingDocs(path: URL): string {
  const text = readFileSync(path, 'utf8');
  const [before, after] = [text.indexOf(begin), text.indexOf(end)];
  if (before < 0 || after < before) throw new Error('docs/operating.md has no place for the settings');
  return `${text.slice(0, before)}${begin}\n${settingsTable()}\n${text.slice(after)}`;
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
