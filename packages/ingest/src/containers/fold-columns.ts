/** A header whose numbered columns (`hashtags/0/name`, `mentions.1`) are folded into one column with a list. */
export interface FoldedHeader {
  /** Names after folding, in order. */
  readonly columns: readonly string[];
  /** For each column of the file: its name, and its place in a list if it is numbered. */
  readonly places: readonly Place[];
  readonly isFolded: boolean;
}

interface Place {
  readonly name: string;
  readonly index?: number;
  /** Name of a member of the list's objects; undefined if the list has plain values. */
  readonly member?: string;
}

const numbered = /^(.{1,100}?)(?:[/.](\d{1,4})|\[(\d{1,4})\])(?:[/.](.+))?$/;

/** Folds numbered columns of which the file has number 0, unless it also has a column of the list's name. */
export function foldColumns(columns: readonly string[]): FoldedHeader {
  const first = new Set(columns.flatMap((column) => firstOf(column) ?? []));
  const known = new Set(columns);
  const places = columns.map((column): Place => {
    const [, name, slash, bracket, member] = numbered.exec(column) ?? [];
    if (name === undefined || !first.has(name) || known.has(name)) return { name: column };
    return { name, index: Number(slash ?? bracket), ...(member !== undefined && { member }) };
  });
  const isFolded = places.some(({ index }) => index !== undefined);
  return { columns: [...new Set(places.map(({ name }) => name))], places, isFolded };
}

/** The name of the list whose number 0 a column is. */
function firstOf(column: string): string | undefined {
  const [, name, slash, bracket] = numbered.exec(column) ?? [];
  return Number(slash ?? bracket) === 0 ? name : undefined;
}

/** The fields of a row as an object; numbered columns with a value are members of lists. */
export function foldRow(
  fields: readonly string[],
  { places, isFolded }: FoldedHeader,
): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  if (!isFolded) {
    for (let i = 0; i < places.length; i++) row[(places[i] as Place).name] = fields[i];
    return row;
  }
  const lists = new Map<string, Map<number, unknown>>();
  for (const [i, { name, index, member }] of places.entries()) {
    if (index === undefined) {
      row[name] = fields[i];
      continue;
    }
    const list = lists.get(name) ?? new Map<number, unknown>();
    lists.set(name, list);
    if (fields[i] === '') continue;
    list.set(
      index,
      member === undefined ? fields[i] : { ...(list.get(index) as object), [member]: fields[i] },
    );
  }
  for (const [name, list] of lists) {
    row[name] = [...list].sort(([a], [b]) => a - b).map(([, value]) => value);
  }
  return row;
}
