import '../../style/plan.css';
import type { JSX } from 'preact';
import type { Plan } from '../../api/types.ts';
import { runOf } from '../../state/query-run.ts';
import type { QueryTab } from '../../state/query-tabs.ts';
import { schemas } from '../../state/schemas.ts';
import { bytesText, count, durationText } from '../../text/format.ts';
import { resultWords } from '../../text/result-words.ts';

/** How the service reads the tables, and why in this way. */
export function PlanPane({ tab }: { tab: QueryTab }): JSX.Element {
  const found = runOf(tab.id).check.value;
  if (!found?.valid) return <p class="empty">{resultWords.plan.none}</p>;
  const { routes, rules, stage_ms } = found.plan;
  const total = Object.values(stage_ms).reduce((sum, ms) => sum + ms, 0);
  return (
    <div class="plan">
      <h2>{resultWords.plan.routes}</h2>
      <Routes routes={routes} platform={tab.platform} />
      <p class="note">
        {resultWords.plan.times} {durationText(total)}
      </p>
      <h2>{resultWords.plan.rules}</h2>
      <ul class="rules">
        {rules.map(({ rule, fired, note, table }) => (
          <li key={`${rule} ${table}`} class={fired ? 'fired' : ''}>
            <span class="mark">{fired ? resultWords.plan.used : resultWords.plan.unused}</span>
            <b>{rule}</b>
            {table !== null && <code>{table}</code>}
            <span>{note}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Routes({ routes, platform }: { routes: Plan['routes']; platform: string }): JSX.Element {
  const rowsOf = (name: string) =>
    schemas.value[platform]?.tables.find((table) => table.name === name.replace(/^.*\./, ''))?.row_count ?? 0;
  return (
    <ol class="routes">
      {routes.map(({ table, via, rows_estimated, bytes_estimated, files_read, files_total }, i) => {
        const share = Math.min(1, rows_estimated / Math.max(1, rowsOf(table)));
        return (
          <li key={`${table} ${i}`}>
            <b>{table}</b>
            <code>{via}</code>
            <meter aria-label={resultWords.plan.share(table)} value={share} max={1}>
              {Math.round(share * 100)} %
            </meter>
            <span>
              {count(rows_estimated)} · {bytesText(bytes_estimated)}
              {files_total > 0 && ` · ${resultWords.plan.files(files_read, files_total)}`}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
