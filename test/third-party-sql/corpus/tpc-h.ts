import { type Family, templates } from './family.ts';

/**
 * The shapes of TPC-H over our tables: videos are line items, authors customers and suppliers, comments orders, sounds
 * parts, hashtags nations.
 */
export const tpcH: Family = templates('tpc-h/shapes', 88, [
  // a pricing summary
  "select is_ad, language, sum(play_count) as sum_qty, sum(like_count * (1 - 0.0{i})) as sum_disc, sum(like_count * (1 - 0.0{i}) * (1 + 0.{i})) as sum_charge, avg(play_count) as avg_qty, count(*) as count_order from videos where create_time <= date '2026-10-01' - interval '{n}' day group by is_ad, language order by is_ad, language",
  // the cheapest supplier
  'select a.follower_count, a.author, v.video_id from videos v, authors a, music m where v.author_id = a.author_id and v.music_id = m.music_id and v.{m1} = (select min(w.{m1}) from videos w, authors b where w.author_id = b.author_id and w.music_id = m.music_id and b.region = a.region) order by a.follower_count desc, a.author, v.video_id limit 100',
  // orders that are not yet shipped
  "select v.video_id, sum(c.like_count * (1 - 0.0{i})) as revenue, v.create_time from authors a, videos v, comments c where a.region = {R} and a.author_id = v.author_id and c.video_id = v.video_id and v.create_time < date {D} and c.create_time > date '2023-01-01' group by v.video_id, v.create_time order by revenue desc, v.create_time, v.video_id limit 10",
  // priorities of orders
  "select language, count(*) as order_count from videos v where create_time >= date {D} and create_time < date {D} + interval '2{i}' month and exists (select * from comments c where c.video_id = v.video_id and c.create_time > v.create_time) group by language order by language",
  // local suppliers
  'select a.region, sum(v.{m} * (1 - 0.0{i})) as revenue from authors a, comments c, videos v, music m where a.author_id = v.author_id and c.video_id = v.video_id and v.music_id = m.music_id and a.region = v.region and v.create_time >= date {D} group by a.region order by revenue desc, a.region',
  // the change of revenue
  "select sum(play_count * 0.0{i}) as revenue from videos where create_time >= date {D} and create_time < date {D} + interval '1' year and like_count between {i} and {n} and share_count < 2{i}",
  // volume between nations
  "select supp_nation, cust_nation, l_year, sum(volume) as revenue from (select a.region as supp_nation, v.region as cust_nation, extract(year from v.create_time) as l_year, v.{m} * (1 - 0.0{i}) as volume from authors a, videos v where a.author_id = v.author_id and ((a.region = {R1} and v.region = {R2}) or (a.region = {R2} and v.region = {R1})) and v.create_time between date '2023-01-01' and date '2026-12-31') as shipping group by supp_nation, cust_nation, l_year order by supp_nation, cust_nation, l_year",
  // market share
  'select o_year, sum(case when nation = {R} then volume else 0 end) / nullif(sum(volume), 0) as mkt_share from (select extract(year from v.create_time) as o_year, v.{m} as volume, a.region as nation from videos v, authors a, music m where v.author_id = a.author_id and m.music_id = v.music_id and m.is_original) as all_nations group by o_year order by o_year',
  // profit by product
  "select nation, o_year, sum(amount) as sum_profit from (select a.region as nation, extract(year from v.create_time) as o_year, v.play_count * 0.0{i} - v.like_count as amount from authors a, videos v, music m where a.author_id = v.author_id and m.music_id = v.music_id and v.description like '%' || {w} || '%') as profit group by nation, o_year order by nation, o_year desc",
  // returned items
  'select a.author_id, a.author, sum(v.{m} * (1 - 0.{i})) as revenue, a.follower_count, a.region, a.bio from authors a, videos v, comments c where a.author_id = v.author_id and v.video_id = c.video_id and v.create_time >= date {D} and not v.is_ad group by a.author_id, a.author, a.follower_count, a.region, a.bio order by revenue desc, a.author_id limit 20',
  // important stock
  'select music_id, sum(v.{m1}) as value from videos v, authors a where v.author_id = a.author_id and a.region = {R1} group by music_id having sum(v.{m1}) > (select sum(w.{m1}) * 0.00{i} from videos w, authors b where w.author_id = b.author_id and b.region = {R1}) order by value desc, music_id',
  // shipping modes
  "select region, sum(case when v.language = 'en' or v.language = {G} then 1 else 0 end) as high_line_count, sum(case when v.language <> 'en' and v.language <> {G} then 1 else 0 end) as low_line_count from videos v, comments c where v.video_id = c.video_id and region in ({R}, {R}) and v.create_time < c.create_time group by region order by region",
  // the distribution of customers
  "select c_count, count(*) as custdist from (select a.author_id, count(v.video_id) from authors a left outer join videos v on a.author_id = v.author_id and v.description not like '%' || {w} || '%' || {w} || '%' group by a.author_id) as c_orders (author_id, c_count) group by c_count order by custdist desc, c_count desc",
  // the effect of promotion
  "select 100.00 * sum(case when m.title like 'A%' then v.{m1} * (1 - 0.0{i}) else 0 end) / nullif(sum(v.{m1} * (1 - 0.0{i})), 0) as promo_revenue from videos v, music m where v.music_id = m.music_id and v.create_time >= date {D}",
  // the top supplier
  'with revenue (supplier_no, total_revenue) as (select author_id, sum({m}) from videos where create_time >= date {D} group by author_id) select a.author_id, a.author, total_revenue from authors a, revenue where a.author_id = supplier_no and total_revenue = (select max(total_revenue) from revenue) order by a.author_id',
  // relations of parts and suppliers
  "select m.title, v.language, count(distinct v.author_id) as supplier_cnt from videos v, music m where m.music_id = v.music_id and v.language <> {G} and m.title not like 'B%' and v.author_id not in (select author_id from authors where bio like '%Customer%Complaints%' and author_id is not null) group by m.title, v.language order by supplier_cnt desc, m.title, v.language limit {n}",
  // revenue of small orders
  'select sum(v.{m1}) / 7.0 as avg_yearly from videos v, music m where m.music_id = v.music_id and m.is_original and v.{m1} < (select 0.{i} * avg(w.{m1}) from videos w where w.music_id = m.music_id)',
  // large volumes
  'select a.author, a.author_id, v.video_id, v.create_time, sum(c.like_count) from authors a, videos v, comments c where v.video_id in (select video_id from comments group by video_id having sum(like_count) > {n}) and a.author_id = v.author_id and v.video_id = c.video_id group by a.author, a.author_id, v.video_id, v.create_time order by 5 desc, v.video_id limit 100',
  // alternatives of conditions
  'select sum(v.{m1}) as revenue from videos v, music m where (m.music_id = v.music_id and v.region = {R} and v.like_count between {i} and {n}) or (m.music_id = v.music_id and v.language in ({G}, {G}) and v.share_count >= {i}) or (m.music_id = v.music_id and m.is_original and v.is_ad)',
  // promotion of parts
  "select a.author, a.region from authors a where a.author_id in (select v.author_id from videos v where v.music_id in (select music_id from music where title like 'C%') and v.play_count > (select 0.5 * sum(s.like_count) from video_stats s where s.video_id = v.video_id)) order by a.author, a.region",
  // suppliers that kept orders waiting
  'select a.author, count(*) as numwait from authors a, videos v1 where a.author_id = v1.author_id and v1.{m1} > {n} and exists (select * from comments c where c.video_id = v1.video_id and c.author_id <> v1.author_id) and not exists (select * from comments d where d.video_id = v1.video_id and d.like_count > {n}) group by a.author order by numwait desc, a.author limit 100',
  // global sales
  "select cntrycode, count(*) as numcust, sum(fc) as totacctbal from (select substring(author from 1 for 2) as cntrycode, follower_count as fc from authors a where substring(author from 1 for 1) in ('a', 'b', 'k', 'm') and follower_count > (select avg(follower_count) from authors where follower_count > 0.00 and region in ({R}, {R})) and not exists (select * from videos v where v.author_id = a.author_id and v.{m} > {n}000)) as custsale group by cntrycode order by cntrycode",
]);
