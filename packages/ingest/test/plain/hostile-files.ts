import fc from 'fast-check';

/** Files of videos as collectors and spreadsheets write them, with values that are read otherwise than the usual ones. */

export const often = <Value>(usual: fc.Arbitrary<Value>, odd: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 25, arbitrary: usual }, { weight: 1, arbitrary: odd });
const nulls = fc.constantFrom('', 'null', 'None', 'NaN', '-', 'n/a', ' ', '\\N', 'undefined', 'nat');
const seconds = fc.integer({ min: 1_480_000_000, max: 1_780_000_000 });
const iso = seconds.map((second) => new Date(second * 1000).toISOString());
const videoIds = seconds.map((second) => String((BigInt(second) << 32n) + BigInt(second % 977)));

const kinds = {
  video_id: often(
    videoIds,
    fc.constantFrom(
      '',
      '0',
      '7506832745952218000',
      'https://www.tiktok.com/@a/video/7382241320402503310',
      '12x',
      '7.5e18',
    ),
  ),
  author: often(
    fc.constantFrom('ada', 'Ada.B', '@ada', 'x_y-1'),
    fc.oneof(nulls, fc.constantFrom('https://www.tiktok.com/@zoë?x=1', ' é ')),
  ),
  author_id: often(
    fc.constantFrom('6825540583826768111', '12'),
    fc.oneof(nulls, fc.constantFrom('0', '012', 'ab', '1.5e18')),
  ),
  nickname: often(
    fc.constantFrom('Ada', 'Ünï', '名前', 'history'),
    fc.oneof(nulls, fc.constantFrom('https://a.example', ' a ', 'a&amp;b', '\u00a0x\u3000', 'x\u2009')),
  ),
  description: often(
    fc.constantFrom(
      'hello',
      'hi #Fun #fun',
      '#日本 x',
      'two\nlines',
      'say "hi"',
      'a ＃wide',
      'x @ada.',
      '1',
      'é👆',
    ),
    fc.oneof(nulls, fc.constantFrom('a &amp; b &#35;x', ' margin ', 'nul\0x')),
  ),
  create_time: often(
    fc.oneof(
      seconds.map(String),
      iso,
      iso.map((time) => time.slice(0, 19).replace('T', ' ')),
      seconds.map((second) => String(second * 1000)),
    ),
    fc.oneof(
      nulls,
      fc.constantFrom(
        '5/19/25 3:45 PM',
        '2024-02-30 10:00:00',
        '1999-01-01T00:00:00Z',
        'soon',
        '2024-02-01 10:00:00+00:00',
        '2024-02-01T10:00:00.123456Z',
        '2024-02-01',
        '45000',
      ),
    ),
  ),
  play_count: often(
    fc.nat(10 ** 9).map(String),
    fc.oneof(nulls, fc.constantFrom('1.2M', '12.5', '-1', '-5', '1,234', '99999999999999999', '007', 'x')),
  ),
  like_count: often(fc.nat(10 ** 9).map(String), fc.oneof(nulls, fc.constantFrom('3K', '1e3'))),
  duration: often(
    fc.nat(600).map(String),
    fc.oneof(nulls, fc.constantFrom('00:31', '31s', '999999', '-1', '2.5')),
  ),
  hashtags: often(
    fc.constantFrom('#a #B', 'a,b', 'fun', '#日本 #x', 'a|b;c', '#a#b'),
    fc.oneof(nulls, fc.constantFrom('["a","b"]', "['a']", '#a @ada', '"x"', 'ΑΣ b')),
  ),
  region: often(fc.constantFrom('US', 'de'), fc.oneof(nulls, fc.constantFrom('Germany'))),
  is_ad: often(fc.constantFrom('true', '0', 'False'), fc.oneof(nulls, fc.constantFrom('perhaps'))),
  music_id: often(fc.constantFrom('6790057285814061057'), nulls),
  cover_url: often(
    fc.constantFrom('https://p.example/a.jpg?x=1', 'tos/a'),
    fc.oneof(nulls, fc.constantFrom('a b', '?x', 'https://é.example')),
  ),
  fetch_time: often(seconds.map(String), fc.oneof(nulls, fc.constantFrom('soon'))),
  note: often(fc.constantFrom('text', '12', '3 km', '.5'), nulls),
  url: often(
    fc.constantFrom('https://www.tiktok.com/@a/video/7382241320402503310'),
    fc.oneof(nulls, fc.constantFrom('https://youtube.com/x')),
  ),
} satisfies Record<string, fc.Arbitrary<string>>;

const quoted = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** CSV. */
export const csvFiles = fc
  .tuple(
    fc.uniqueArray(fc.constantFrom(...(Object.keys(kinds) as (keyof typeof kinds)[])), { minLength: 2 }),
    fc.constantFrom('\n', '\r\n'),
  )
  .map(([names, end]) => ({ names: [...new Set(['video_id', 'play_count', ...names] as const)], end }))
  .chain(({ names, end }) =>
    fc
      .array(
        often(
          fc.tuple(...names.map((name) => kinds[name])).map((cells) => cells.map(quoted).join(',')),
          fc.constantFrom('', '1,2', '7382241320402503310,"a"b'),
        ),
        { minLength: 1, maxLength: 40 },
      )
      .map((rows) => [names.join(','), ...rows].join(end)),
  );

/** Values of JSON that a field may have beside texts. */
const jsonValues = fc.constantFrom(
  ...[
    '12',
    '0',
    '-1',
    '12.5',
    '1e3',
    '7382241320402503310',
    'null',
    'true',
    '[]',
    '["a","B"]',
    '["a b","#c"]',
    '{"name":"x"}',
  ],
  ...[
    '[{"name":"tag"}]',
    '"a\\u00e9\\n#x @bob."',
    '"\\ud83d"',
    '"bad\\x"',
    '["@ada"]',
    'NaN',
    '012',
    '[1,}',
    '""',
  ],
);

/** JSON, in lines and in lists. */
export const jsonFiles = fc
  .uniqueArray(fc.constantFrom(...(Object.keys(kinds) as (keyof typeof kinds)[])), { minLength: 2 })
  .map((names) => [...new Set(['video_id', 'play_count', ...names] as const)])
  .chain((names) => {
    const member = (name: keyof typeof kinds) =>
      often(
        fc.oneof(
          kinds[name].map((text) => `${JSON.stringify(name)}:${JSON.stringify(text)}`),
          kinds[name].map(
            (text) => `"${name}": ${/^[1-9]\d{0,18}$/.test(text) ? text : JSON.stringify(text)}`,
          ),
        ),
        fc.oneof(
          jsonValues.map((value) => `"${name}":${value}`),
          fc.constantFrom('"other":[1]', '"data":{"x":1}', '"link":"https://youtube.com/x"'),
        ),
      );
    const line = fc.tuple(...names.map(member)).map((members) => `{${members.join(', ')}}`);
    const odd = fc.constantFrom('', '{}', '[]', '{"video_id":"1"', '{"video_id":"1","video_id":"2"} ', 'x');
    return fc.tuple(
      fc.constantFrom('lines', 'list'),
      fc.array(often(line, odd), { minLength: 1, maxLength: 40 }),
    );
  })
  .map(([layout, rows]) =>
    layout === 'lines' ? rows.join('\n') : `[${rows.filter((row) => row.endsWith('}')).join(',')}]`,
  );
