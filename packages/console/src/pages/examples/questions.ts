/** Questions of the gallery: each is valid over the demo index; `behaviour.slow.test.ts` runs them. */
export interface Example {
  title: string;
  about: string;
  sql: string;
  /** Rows at most, and so the price. */
  limit: number;
  /** As the address names it; empty for rows. */
  chart: string;
  parameters?: Record<string, string>;
}

export const examples: readonly Example[] = [
  {
    title: 'Videos per month',
    limit: 100,
    about: 'How the index grows, and how much is watched.',
    sql: "SELECT date_trunc('month', create_time) AS month, count(*) AS videos, sum(play_count) AS plays\nFROM videos\nGROUP BY ALL\nORDER BY month",
    chart: 'line~month~videos',
  },
  {
    title: 'Plays by region',
    limit: 12,
    about: 'The regions whose videos are played most.',
    sql: 'SELECT region, sum(play_count) AS plays\nFROM videos\nWHERE region IS NOT NULL\nGROUP BY region\nORDER BY plays DESC\nLIMIT 12',
    chart: 'bar~region~plays',
  },
  {
    title: 'When people post',
    limit: 200,
    about: 'Videos by weekday and hour, in UTC.',
    sql: "SELECT strftime(create_time, '%H') AS hour, strftime(create_time, '%u %a') AS weekday, count(*) AS videos\nFROM videos\nGROUP BY ALL\nORDER BY weekday DESC, hour",
    chart: 'heatmap~hour~videos~weekday',
  },
  {
    title: 'Likes against plays',
    limit: 800,
    about: 'Whether what is played is also liked, up to 100,000 plays.',
    sql: 'SELECT play_count AS plays, like_count AS likes, author\nFROM videos\nWHERE play_count <= 100000 AND like_count IS NOT NULL\nORDER BY video_id\nLIMIT 800',
    chart: 'scatter~plays~likes',
  },
  {
    title: 'How long videos are',
    limit: 1000,
    about: 'The distribution of durations.',
    sql: 'SELECT duration_ms / 1000 AS seconds\nFROM videos\nWHERE duration_ms IS NOT NULL\nORDER BY video_id\nLIMIT 1000',
    chart: 'histogram~seconds',
  },
  {
    title: 'Leading authors',
    limit: 20,
    about: 'Authors by plays, with their best video.',
    sql: 'SELECT author, count(*) AS videos, sum(play_count) AS plays, arg_max(description, play_count) AS best\nFROM videos\nGROUP BY author\nORDER BY plays DESC\nLIMIT 20',
    chart: 'bar~author~plays',
  },
  {
    title: 'Languages over time',
    limit: 500,
    about: 'Videos per month in the most used languages.',
    sql: "WITH top AS (\n  SELECT language FROM videos WHERE language IS NOT NULL\n  GROUP BY language ORDER BY count(*) DESC LIMIT 5\n)\nSELECT date_trunc('month', create_time) AS month, language, count(*) AS videos\nFROM videos\nWHERE language IN (SELECT language FROM top)\nGROUP BY ALL\nORDER BY month, language",
    chart: 'area~month~videos~language',
  },
  {
    title: 'Videos of a hashtag',
    limit: 50,
    about: 'A query with a parameter: change $tag and run again.',
    sql: 'SELECT author, description, play_count, create_time\nFROM videos\nWHERE list_contains(hashtags, $tag)\nORDER BY play_count DESC\nLIMIT 50',
    chart: '',
    parameters: { tag: 'dance' },
  },
];
