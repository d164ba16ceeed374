import type { Draw } from './draw.ts';
import { type Family, templates } from './family.ts';

const surrogateKey = (columns: readonly string[]) =>
  `md5(cast(${columns
    .map((column) => `coalesce(cast(${column} as TEXT), '_dbt_utils_surrogate_key_null_')`)
    .join(" || '-' || ")} as TEXT))`;

interface Model {
  readonly name: string;
  readonly table: string;
  readonly key: string;
  readonly time: string;
  readonly columns: readonly string[];
}

const models: readonly Model[] = [
  {
    name: 'videos',
    table: 'videos',
    key: 'video_id',
    time: 'create_time',
    columns: ['author_id', 'region', 'language', 'play_count', 'like_count', 'duration_ms'],
  },
  {
    name: 'authors',
    table: 'authors',
    key: 'author_id',
    time: 'created_at',
    columns: ['region', 'language', 'follower_count', 'video_count'],
  },
  {
    name: 'comments',
    table: 'comments',
    key: 'comment_id',
    time: 'create_time',
    columns: ['video_id', 'author_id', 'like_count', 'reply_count'],
  },
];

/** A model as it is compiled: CTEs that import, rename, filter and join, and a last SELECT of the last one. */
function model(draw: Draw): string {
  const { name, table, key, time, columns } = draw.pick(models);
  const chosen = draw.few(columns, 2, columns.length);
  const measure = chosen.find((column) => column.endsWith('_count')) ?? key;
  const steps = [
    `source as (\n\n    select * from ${draw.pick([table, `"${table}"`])}\n\n)`,
    `renamed as (\n\n    select\n        ${key},\n        ${chosen.map((column) => `${column} as ${name}_${column}`).join(',\n        ')},\n        cast(${time} as timestamp) as created_at,\n        ${surrogateKey([key, ...chosen.slice(0, 2)])} as ${name}_key\n    from source\n\n)`,
    ...(draw.chance(0.6)
      ? [
          `filtered as (\n\n    select * from renamed\n    where created_at >= cast('${2022 + draw.below(4)}-01-01' as timestamp)\n\n)`,
        ]
      : ['filtered as (select * from renamed)']),
  ];
  const last = draw.below(5);
  if (last === 0)
    steps.push(
      `deduplicated as (\n\n    select *, row_number() over (partition by ${key} order by created_at desc) as row_num\n    from filtered\n\n),\n\nfinal as (\n\n    select * from deduplicated where row_num = 1\n\n)`,
    );
  else if (last === 1)
    steps.push(
      `final as (\n\n    select date_trunc('${draw.pick(['day', 'week', 'month'])}', created_at) as period, count(distinct ${key}) as n_${name}, min(${name}_key) as first_key\n    from filtered\n    group by 1\n\n)`,
    );
  else if (last === 2)
    steps.push(
      `final as (\n\n    select *, coalesce(lag(created_at) over (order by created_at, ${key}), created_at) as previous_at\n    from filtered\n\n)`,
    );
  else if (last === 3)
    steps.push(
      `final as (\n\n    select ${chosen.map((column) => `${name}_${column}`)[0]} as grain, count(*) as records, max(created_at) as latest, sum(case when ${key} is null then 1 else 0 end) as missing_${measure.replace(/\W/g, '')}\n    from filtered\n    group by 1\n\n)`,
    );
  else steps.push('final as (select * from filtered)');
  const limit = draw.chance(0.5) ? `\nlimit ${100 * (1 + draw.below(9))}` : '';
  return `with ${steps.join(',\n\n')}\n\nselect * from final\norder by 1${limit}`;
}

const compiled: Family = { name: 'dbt/models', count: 60, make: model };

/** What tests, snapshots, incremental models and packages of macros compile to. */
const tests: Family = templates('dbt/tests', 70, [
  'select count(*) as failures, count(*) != 0 as should_warn, count(*) != 0 as should_error from (select video_id as unique_field, count(*) as n_records from videos where video_id is not null group by video_id having count(*) > 1) dbt_internal_test',
  'select count(*) as failures, count(*) != 0 as should_warn, count(*) != 0 as should_error from (select {c} from videos where {c} is null limit {n}) dbt_internal_test',
  'with child as (select author_id as from_field from videos where author_id is not null), parent as (select author_id as to_field from authors) select from_field from child left join parent on child.from_field = parent.to_field where parent.to_field is null order by 1 limit {n}',
  "with all_values as (select {c1} as value_field, count(*) as n_records from videos group by {c1}) select * from all_values where value_field not in ('en', {G}, {R}) order by value_field",
  "select * from (select * from videos) as dbt_subquery where create_time > (select max(create_time) from videos) - interval '{n} days' order by video_id",
  'select * from (select *, row_number() over (partition by author_id order by indexed_at desc, video_id) as rn from videos) as _inner where rn = 1 order by video_id limit {n}',
  "with spined as (select cast(range as date) as date_day from range(date {D}, date '2026-10-01', interval 1 month)) select date_day, count(v.video_id) as videos from spined left join videos v on v.create_time::date >= date_day and v.create_time::date < date_day + interval 1 month group by 1 order by 1",
  'with rawdata as (with p as (select 0 as generated_number union all select 1), unioned as (select p0.generated_number * power(2, 0) + p1.generated_number * power(2, 1) + p2.generated_number * power(2, 2) + 1 as generated_number from p as p0 cross join p as p1 cross join p as p2) select * from unioned where generated_number <= {i} order by generated_number) select * from rawdata',
  `select ${surrogateKey(['video_id', 'region'])} as id, {m} from videos where {m} > {n} order by id limit {n}`,
  "select coalesce(sum(case when language = 'en' then {m} else 0 end), 0) as en_amount, coalesce(sum(case when language = {G} then {m} else 0 end), 0) as other_amount from videos",
  "(select cast('videos' as TEXT) as _dbt_source_relation, cast(video_id as varchar) as id, cast(create_time as timestamp) as at from videos) union all (select cast('comments' as TEXT) as _dbt_source_relation, cast(comment_id as varchar) as id, cast(create_time as timestamp) as at from comments) order by id limit {n}",
  'select * from (select video_id as id, {m1} as value from videos) as __dbt__cte__stg_videos where value > {n} order by id limit {n}',
  'select avg(a) from (select count(*) * 1.0 as a from videos group by {c})',
  'with __dbt__cte__base as (select video_id, author_id, {m1} from videos), __dbt__cte__stage as (select *, {m1} / {i} as scaled from __dbt__cte__base) select author_id, sum(scaled) as total from __dbt__cte__stage group by author_id order by total desc nulls last, author_id limit {n}',
  "select *, case when lead(observed_at) over w is null then true else false end as is_current, observed_at as dbt_valid_from, lead(observed_at) over w as dbt_valid_to, md5(coalesce(cast(video_id as varchar ), '') || '|' || coalesce(cast(observed_at as varchar ), '')) as dbt_scd_id from video_stats window w as (partition by video_id order by observed_at) order by video_id, observed_at limit {n}",
  'select 1 as id where {i} > 100',
  'with a as (select * from "videos"), b as (select * from "authors") select a.video_id, b.author from a left join b on a.author_id = b.author_id where a.{m} is not null order by a.video_id limit {n}',
]);

export const dbt: readonly Family[] = [compiled, tests];
