import { expect, test } from 'vitest';
import { numberKind, numberText } from '../../src/sources/workbooks/cell-text.ts';
import { Workspace } from '../support.ts';
import { leftOut, outcomes } from './support.ts';
import { zipOf } from './zip.ts';

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A workbook of sheets, each the content of `sheetData`, as spreadsheet programs write it. */
function workbook(sheets: Readonly<Record<string, string>>, sharedTexts: readonly string[] = []): Buffer {
  const names = Object.keys(sheets);
  const xml = (text: string) => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${text}`;
  return zipOf([
    { name: '[Content_Types].xml', content: '<Types/>' },
    {
      name: 'xl/workbook.xml',
      content: xml(
        `<workbook ${main} xmlns:r="${relations}"><sheets>${names.map((name, i) => `<sheet name="${name}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`).join('')}</sheets></workbook>`,
      ),
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: xml(
        `<Relationships>${names.map((_, i) => `<Relationship Id="rId${i + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`).join('')}</Relationships>`,
      ),
    },
    {
      name: 'xl/styles.xml',
      content: xml(
        `<styleSheet ${main}><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd hh:mm:ss"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="46"/></cellXfs></styleSheet>`,
      ),
    },
    {
      name: 'xl/sharedStrings.xml',
      content: xml(`<sst ${main}>${sharedTexts.map((text) => `<si>${text}</si>`).join('')}</sst>`),
    },
    ...names.map((name, i) => ({
      name: `xl/worksheets/sheet${i + 1}.xml`,
      content: xml(`<worksheet ${main}><sheetData>${sheets[name]}</sheetData></worksheet>`),
    })),
  ]);
}

const videos = `
  <row r="1"><c r="A1" t="inlineStr"><is><t>My videos</t></is></c></row>
  <row r="3"><c r="A3" t="s"><v>0</v></c><c r="B3" t="s"><v>1</v></c><c r="C3" t="s"><v>2</v></c><c r="D3" t="s"><v>3</v></c><c r="E3" t="inlineStr"><is><t>length</t></is></c></row>
  <row r="4"><c r="A4"><v>7298765432109876543</v></c><c r="B4" s="1"><v>45796.65686342593</v></c><c r="C4"><v>1234567</v></c><c r="D4" t="s"><v>4</v></c><c r="E4" s="2"><v>3.5879629629629629E-4</v></c></row>
  <row r="5"><c r="A5" t="str"><f>TEXT(1)</f><v>7298765432109876544</v></c><c r="B5" s="1"><v>45797</v></c><c r="D5" t="inlineStr"><is><r><t>two </t></r><r><t xml:space="preserve">runs</t></r></is></c></row>
  <row r="6"><c r="A6" t="inlineStr"><is><t>x</t></is></c><c r="B6" s="1"><v>45797</v></c></row>`;

const texts = [
  '<t>video_id</t>',
  '<t>create_time</t>',
  '<t>views</t>',
  '<t>title</t>',
  '<r><t>a "quoted",</t></r><r><t> line_x000A_break &amp; more</t></r><rPh sb="0" eb="1"><t>no</t></rPh>',
];

test('each sheet is a table: exact numbers, dates, titles, texts in all writings', async () => {
  await using space = await Workspace.make();
  const path = await space.write(
    'data.xlsx',
    workbook({ Videos: videos, 'Notes, old': '<row r="1"><c r="A1"><v>1</v></c></row>', Empty: '' }, texts),
  );
  const report = await space.add([path]);
  expect(outcomes(report, space.root)).toEqual(['data.xlsx/Videos: added']);
  expect(leftOut(report, space.root)).toEqual([
    expect.stringMatching(/^data\.xlsx\/Notes, old: unknown format/),
    expect.stringMatching(/^data\.xlsx\/Empty: unknown format: an empty file/),
  ]);
  expect(report.files[0]).toMatchObject({ accepted: 2, examples: { id_invalid: [{ line: 7 }] } });
  expect(
    await space.rows(
      'SELECT video_id, create_time::VARCHAR AS time, play_count, description, duration_ms FROM videos ORDER BY 1',
    ),
  ).toEqual([
    {
      video_id: '7298765432109876543',
      time: '2025-05-19 15:45:53+00',
      play_count: '1234567',
      description: 'a "quoted", line\nbreak & more',
      duration_ms: 31_000,
    },
    {
      video_id: '7298765432109876544',
      time: '2025-05-20 00:00:00+00',
      play_count: null,
      description: 'two runs',
      duration_ms: null,
    },
  ]);
  expect(await space.add([path])).toMatchObject({ changed: false });
});

test('times of both calendars of Excel, lengths, and numbers that are none', () => {
  const date = (value: string, is1904 = false) => numberText(value, 'date', is1904);
  expect(date('1')).toBe('1900-01-01');
  expect(date('61')).toBe('1900-03-01');
  expect(date('45796.5')).toBe('2025-05-19 12:00:00');
  expect(date('44334.5', true)).toBe('2025-05-19 12:00:00');
  expect(date('0.25')).toBe('06:00:00');
  expect(numberText('1.0833333333333333', 'elapsed', false)).toBe('26:00:00');
  expect(numberText('7.2987654321098765E+18', 'number', false)).toBe('7.2987654321098765E+18');
  expect(['yyyy-mm-dd', 'h:mm', '[$-409]mmm d;@'].map((code) => numberKind(164, code))).toEqual(
    Array(3).fill('date'),
  );
  expect(['#,##0', '0.00 "days"', 'General', '[Red]0', '0\\h'].map((code) => numberKind(164, code))).toEqual(
    Array(5).fill('number'),
  );
  expect(numberKind(165, '[h]:mm')).toBe('elapsed');
});

test('a damaged sheet costs that sheet, a damaged workbook says so', async () => {
  await using space = await Workspace.make();
  const some = workbook({ Good: videos, Bad: '<row><c></row>' }, texts);
  const report = await space.add([await space.write('some.xlsx', some)]);
  expect(outcomes(report, space.root)).toEqual(['some.xlsx/Good: added', 'some.xlsx/Bad: file_malformed']);
  const none = zipOf([{ name: 'xl/workbook.xml', content: '<workbook><sheets>' }]);
  const broken = await space.add([await space.write('none.xlsx', none)]);
  expect(broken.files[0]?.error).toMatchObject({ code: 'file_malformed' });
  const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><workbook><sheets>&b;</sheets></workbook>`;
  const entities = await space.add([
    await space.write('e.xlsx', zipOf([{ name: 'xl/workbook.xml', content: bomb }])),
  ]);
  expect(entities.files[0]?.error).toMatchObject({ code: 'file_malformed' });
});
