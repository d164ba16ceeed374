import type { Draw } from '../draw.ts';
import { type Family, templates } from '../family.ts';

const dimensions = ['region', 'language', 'author', 'music_title'];
const measures = ['play_count', 'like_count', 'comment_count', 'share_count', 'collect_count'];
const wide = ['video_id', 'author', 'region', 'language', 'play_count', 'like_count', 'create_time', 'is_ad'];

/** The table as Power Query folds it: every column is selected and named again. */
function table(draw: Draw, columns: readonly string[]): string {
  const list = columns.map((column) => `"$Table"."${column}" as "${column}"`).join(',\n    ');
  return `(\n    select ${list}\n    from ${draw.pick(['"videos"', '"main"."videos"', '"videos"'])} "$Table"\n)`;
}

function grouped(draw: Draw): string {
  const by = draw.few(dimensions, 1, 2);
  const measure = draw.pick(measures);
  const operation = draw.pick(['sum', 'count', 'min', 'max', 'avg']);
  const keys = by.map((column) => `"rows"."${column}"`).join(',\n    ');
  const names = by.map((column) => `"${column}" as "${column}"`).join(',\n        ');
  const filter = draw.chance(0.5)
    ? `\n        where "_"."region" = ${draw.fill('{R}')} and "_"."region" is not null`
    : '';
  return `select ${by.map((column) => `"_"."${column}"`).join(',\n    ')},\n    "_"."a0"\nfrom \n(\n    select ${keys.replaceAll('"rows".', '"rows".')},\n        ${operation}("rows"."${measure}") as "a0"\n    from \n    (\n        select ${names},\n            "${measure}" as "${measure}"\n        from ${table(draw, wide.concat('music_title', 'comment_count', 'share_count', 'collect_count'))} "_"${filter}\n    ) "rows"\n    group by ${keys}\n) "_"\nwhere not "_"."a0" is null\norder by ${by.map((column) => `"_"."${column}"`).join(', ')}\nlimit 1000001`;
}

function preview(draw: Draw): string {
  const columns = draw.few(wide, 3, 8);
  const shown = columns.map((column) =>
    column === 'create_time' ? 'cast("_"."create_time" as timestamp) as "create_time"' : `"_"."${column}"`,
  );
  return `select ${shown.join(',\n    ')}\nfrom \n(\n    select ${columns.map((column) => `"${column}"`).join(', ')}\n    from ${table(draw, columns)} "_"\n) "_"\norder by "_"."${columns[0]}"\nlimit ${draw.pick([1_000, 200, 4_096, 501])}`;
}

/** Rows of a star: the fact table with a dimension, joined by the engine of the report. */
function star(draw: Draw): string {
  const measure = draw.pick(measures);
  const kind = draw.pick(['left outer join', 'inner join']);
  const limit = draw.pick([1_000_001, 501]);
  return `select "basetable0"."region",\n    sum("basetable0"."${measure}") as "a0",\n    count(distinct "basetable0"."author_id") as "a1"\nfrom \n(\n    select "OuterTable"."region", "OuterTable"."author_id", "OuterTable"."${measure}", "InnerTable"."is_verified"\n    from "videos" "OuterTable"\n    ${kind} "authors" "InnerTable" on ("OuterTable"."author_id" = "InnerTable"."author_id")\n) "basetable0"\ninner join \n(\n    (select ${draw.fill('{R1}')} as "c0")  union all \n    (select ${draw.fill('{R}')} as "c0")\n) "semijoin1" on (("semijoin1"."c0" = "basetable0"."region"))\n${draw.chance(0.5) ? `where ("basetable0"."is_verified" = ${draw.pick(['true', 'false'])})\n` : ''}group by "basetable0"."region"\norder by "basetable0"."region"\nlimit ${limit}`;
}

const other = templates('power-bi/other', 24, [
  'select count(1) as "C1" from (select "$Table"."video_id" from "videos" "$Table" where "$Table"."{m}" > {n}) "_"',
  'select "rows"."{c1}" from (select "{c1}" from "videos" "$Table" where "{c1}" is not null) "rows" group by "{c1}" order by "rows"."{c1}" limit {n}',
  'select sum(cast("rows"."{m}" as decimal(19, 4))) as "a0", avg(cast("rows"."{m}" as double precision)) as "a1" from "videos" "rows" where "rows"."region" in ({R}, {R})',
  'select case when "_"."{m1}" is null then 0 when "_"."{m1}" > {n} then 1 else 2 end as "C1", "_"."video_id" from "videos" "_" order by 2 limit 1000',
  'select "_"."region", "_"."t0_0" as "t0_0" from (select "_"."region", case when "_"."region" is not null then upper("_"."region") else null end as "t0_0" from "videos" "_") "_" where (case when "_"."t0_0" is null then 0 else 1 end) = 1 and {i} = {i} order by "_"."region" limit {n}',
  'select date_part(\'year\', "_"."create_time") as "t0", sum("_"."{m}") as "a0" from "videos" "_" where "_"."create_time" >= TIMESTAMP {D} and "_"."create_time" < TIMESTAMP \'2026-12-31 00:00:00\' group by date_part(\'year\', "_"."create_time") order by 1 limit 1000001',
]);

export const powerBi: readonly Family[] = [
  { name: 'power-bi/groups', count: 40, make: grouped },
  { name: 'power-bi/previews', count: 25, make: preview },
  { name: 'power-bi/stars', count: 25, make: star },
  other,
];
