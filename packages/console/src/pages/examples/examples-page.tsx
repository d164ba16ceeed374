import '../../style/pages.css';
import type { JSX } from 'preact';
import { prices } from '../../api/account.ts';
import { useLoaded } from '../../parts/use-loaded.tsx';
import { addressOf } from '../../state/router.ts';
import { rowsCost } from '../../text/format.ts';
import { pageWords } from '../../text/page-words.ts';
import { ExamplePicture } from './example-picture.tsx';
import { type Example, examples } from './questions.ts';

/** Questions with pictures of their answers. */
export function ExamplesPage(): JSX.Element {
  const { value } = useLoaded(prices);
  const price = value?.endpoints.find(({ endpoint }) => endpoint === '/api/shortvideo/sql')?.price;
  return (
    <div class="page">
      <h1>{pageWords.examples.title}</h1>
      <p class="lead">{pageWords.examples.about}</p>
      <ul class="gallery">
        {examples.map((example) => (
          <li key={example.title}>
            <a class="card" data-run={price === undefined ? undefined : ''} href={addressOfExample(example)}>
              <ExamplePicture title={example.title} chart={example.chart} />
              <h2>{example.title}</h2>
              <p>{example.about}</p>
              {price !== undefined && (
                <small>{pageWords.examples.price(rowsCost(price, example.limit))}</small>
              )}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

function addressOfExample({ title, sql, limit, chart, parameters = {} }: Example): string {
  const typed = Object.fromEntries(Object.entries(parameters).map(([name, value]) => [`p.${name}`, value]));
  return addressOf('query', {
    title,
    sql,
    limit: String(limit),
    chart,
    view: chart === '' ? '' : 'chart',
    ...typed,
  });
}
