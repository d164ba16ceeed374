import { expect, test } from 'vitest';
import { Workspace } from '../support.ts';

const csv = (...lines: (string | number)[][]) => `${lines.map((line) => line.join(',')).join('\n')}\n`;

test.each([
  ['Published (CET)', '+01:00', '2025-06-05 09:00:00+00'],
  ['posted_utc', 'UTC', '2025-06-05 10:00:00+00'],
  ['Posted [GMT+5:30]', '+05:30', '2025-06-05 04:30:00+00'],
  ['Upload date (EDT)', '-04:00', '2025-06-05 14:00:00+00'],
])('finding 8: the zone that the name of a column states: %s', async (name, zone, time) => {
  await using space = await Workspace.make();
  const file = await space.addText(csv(['video_id', name, 'views'], [9, '2025-06-05 10:00:00', 1]));
  expect(file.guesses.find(({ kind }) => kind === 'time_zone')?.message).toContain(
    `read as ${zone}: the name of the column says so`,
  );
  expect(await space.rows('SELECT create_time FROM videos')).toEqual([{ create_time: time }]);
});
