/** A parameter of a query; a bigint beyond 2^53 is sent as a string. */
export type Parameter = null | boolean | number | bigint | string | readonly Parameter[];

export type Parameters = readonly Parameter[] | Readonly<Record<string, Parameter>>;

/** A SELECT with the values of its parameters. */
export interface SqlText {
  readonly text: string;
  readonly parameters: readonly Parameter[];
}

/** A template whose values are sent as parameters, never as text: `` sql`SELECT … WHERE author = ${name}` ``. */
export function sql(texts: TemplateStringsArray, ...values: readonly (Parameter | SqlText)[]): SqlText {
  const parameters: Parameter[] = [];
  let text = texts[0] ?? '';
  values.forEach((value, i) => {
    if (isSqlText(value)) {
      // A fragment brings its own parameters along.
      text += value.text;
      parameters.push(...value.parameters);
    } else {
      text += '?';
      parameters.push(value);
    }
    text += texts[i + 1] ?? '';
  });
  return { text, parameters };
}

export function isSqlText(value: unknown): value is SqlText {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && 'text' in value;
}
