import '../../style/chart.css';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { ChartView, titleOf } from '../../chart/chart-view.tsx';
import { type ChartChoice, chartAddress, chartKinds, readChartAddress } from '../../chart/suggest-charts.ts';
import { isNumber } from '../../data/column.ts';
import type { Result } from '../../data/result.ts';
import { change } from '../../state/query-tabs.ts';
import { resultWords } from '../../text/result-words.ts';
import { words } from '../../text/words.ts';
import { writeAddress } from './run-query.ts';
import { suggestionsOf } from './suggestions-of.ts';
import type { ViewProps } from './view-props.ts';

/** Charts of the answer: suggested, or put together. */
export function ChartPane({ tab, result }: ViewProps): JSX.Element {
  const isDone = result !== undefined && result.state !== 'running';
  const suggested = useMemo(() => (isDone ? suggestionsOf(result) : []), [result, isDone]);
  if (result === undefined) return <p class="empty">{words.query.noResult}</p>;
  if (!isDone) return <p class="empty">{resultWords.chart.waits}</p>;
  const chosen = readChartAddress(tab.chart, result.columns) ?? suggested[0];
  const choose = (choice: ChartChoice) => {
    change(tab.id, { chart: chartAddress(choice) });
    writeAddress(true);
  };
  if (chosen === undefined) return <p class="empty">{resultWords.chart.noSuggestion}</p>;
  return (
    <div class="chart-pane">
      <div class="chips" role="group" aria-label={resultWords.chart.suggestions}>
        {suggested.map((choice) => (
          <button
            key={chartAddress(choice)}
            type="button"
            class="chip"
            aria-pressed={chartAddress(choice) === chartAddress(chosen)}
            onClick={() => choose(choice)}
          >
            {resultWords.chart.kinds[choice.kind]}: {titleOf(choice)}
          </button>
        ))}
      </div>
      <div class="chart-and-form">
        <ChartView result={result} choice={chosen} />
        <ChartForm result={result} chosen={chosen} onChoose={choose} />
      </div>
    </div>
  );
}

function ChartForm({
  result,
  chosen,
  onChoose,
}: {
  result: Result;
  chosen: ChartChoice;
  onChoose: (choice: ChartChoice) => void;
}): JSX.Element {
  const all = result.columns.map(({ name }) => name);
  const numbers = result.columns.filter(isNumber).map(({ name }) => name);
  const isCounted = chosen.kind === 'histogram';
  const columns = (names: readonly string[]) => names.map((name) => [name, name] as const);
  return (
    <div class="chart-form">
      <Choice
        label={resultWords.chart.kind}
        value={chosen.kind}
        options={chartKinds.map((kind) => [kind, resultWords.chart.kinds[kind]] as const)}
        onPick={(kind) =>
          onChoose({ ...chosen, kind: kind as ChartChoice['kind'], y: chosen.y || (numbers[0] ?? '') })
        }
      />
      <Choice
        label={resultWords.chart.x}
        value={chosen.x}
        options={columns(all)}
        onPick={(x) => onChoose({ ...chosen, x })}
      />
      {!isCounted && (
        <>
          <Choice
            label={resultWords.chart.y}
            value={chosen.y}
            options={columns(numbers)}
            onPick={(y) => onChoose({ ...chosen, y })}
          />
          <Choice
            label={resultWords.chart.each}
            value={chosen.by}
            options={[['', resultWords.chart.none], ...columns(all)]}
            onPick={(by) => onChoose({ ...chosen, by })}
          />
        </>
      )}
    </div>
  );
}

function Choice({
  label,
  value,
  options,
  onPick,
}: {
  label: string;
  value: string;
  options: readonly (readonly [value: string, text: string])[];
  onPick: (value: string) => void;
}): JSX.Element {
  return (
    <label class="field">
      {label}
      <select value={value} onChange={(event) => onPick(event.currentTarget.value)}>
        {options.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
