import type { JSX } from 'preact';

/** The head of a table, with the columns of `numbers` aligned to the right. */
export function TableHead({
  columns,
  numbers = [],
}: {
  columns: readonly string[];
  numbers?: readonly string[];
}): JSX.Element {
  return (
    <thead>
      <tr>
        {columns.map((name) => (
          <th key={name} scope="col" class={numbers.includes(name) ? 'number' : ''}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}
