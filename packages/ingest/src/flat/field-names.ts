import { namesOf } from './match-names.ts';
import { plainName } from './usual-names.ts';

/** The fields of a file by the names that they may be known by, so that wide files are matched in linear time. */
export class FieldNames {
  readonly fields: readonly string[];
  readonly #byKind = new Map<string, Map<string, string[]>>();
  readonly #positions: ReadonlyMap<string, number>;

  constructor(fields: readonly string[]) {
    this.fields = fields;
    this.#positions = new Map(fields.map((field, i) => [field, i]));
  }

  /** Fields whose plain name is one of these, in the order of the names. */
  exactly(names: readonly string[]): string[] {
    const index = this.#index('plain', (field) => [plainName(field)]);
    return names.flatMap((name) => index.get(plainName(name)) ?? []);
  }

  /** Fields that may be known by one of these names for a column of the type, in the order of the file. */
  alike(names: readonly string[], type: string): string[] {
    const index = this.#index(kindOf(type), (field) => namesOf(field, type));
    const found = new Set(names.flatMap((name) => index.get(plainName(name)) ?? []));
    return [...found].sort((a, b) => (this.#positions.get(a) ?? 0) - (this.#positions.get(b) ?? 0));
  }

  #index(kind: string, namesIn: (field: string) => readonly string[]): ReadonlyMap<string, string[]> {
    let index = this.#byKind.get(kind);
    if (index !== undefined) return index;
    index = new Map();
    for (const field of this.fields) {
      for (const name of namesIn(field)) {
        const known = index.get(name);
        if (known === undefined) index.set(name, [field]);
        else known.push(field);
      }
    }
    this.#byKind.set(kind, index);
    return index;
  }
}

/** The types of which names have words of their own. */
function kindOf(type: string): string {
  return ['BIGINT', 'INTEGER', 'TIMESTAMP WITH TIME ZONE'].includes(type) ? type : 'other';
}

const ancestorsMax = 16;

/** The paths above a path: `a` and `a.b` of `a.b.c`. */
function ancestorsOf(path: string): string[] {
  const found: string[] = [];
  for (let at = path.indexOf('.'); at >= 0 && found.length < ancestorsMax; at = path.indexOf('.', at + 1))
    found.push(path.slice(0, at));
  return found;
}

/** Fields that are not read, and neither are their parents or members; of those, the innermost. */
export function unusedFields(fields: readonly string[], taken: ReadonlySet<string>): string[] {
  const above = new Set([...taken].flatMap(ancestorsOf));
  const left = fields.filter(
    (field) => !taken.has(field) && !above.has(field) && !ancestorsOf(field).some((path) => taken.has(path)),
  );
  const parents = new Set(left.flatMap(ancestorsOf));
  return left.filter((field) => !parents.has(field));
}
