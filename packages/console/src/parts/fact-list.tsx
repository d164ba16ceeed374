import type { JSX } from 'preact';

export type Fact = readonly [name: string, text: string];

/** Names with their values, a card each. */
export function FactList({ facts }: { facts: readonly Fact[] }): JSX.Element {
  return (
    <dl class="facts">
      {facts.map(([name, text]) => (
        <div key={name} class="card">
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
