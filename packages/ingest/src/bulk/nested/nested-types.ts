import type { PlainKind } from '../../flat/plain/plain-kind.ts';
import { getterOf } from '../../records/paths.ts';
import {
  checkOf,
  isShortNumber,
  numericKinds,
  type RawType,
  rawColumnTypes,
  type TextCheck,
  zoneOf,
} from '../../text-columns/raw-type.ts';
import type { JsonObject } from '../../values/json-object.ts';

/** What is read from a path of a record. */
export interface PathUse {
  readonly kind: PlainKind;
  /** The type of the table's column. */
  readonly type: string;
  readonly keepsEmpty?: boolean;
  /** Whether texts of digits differ from numbers. */
  readonly isBare?: boolean;
  readonly takesFirst?: boolean;
  /** What texts are checked for; default: by the kind, in lists nothing. */
  readonly check?: TextCheck;
  /** Whether it is a list of texts. */
  readonly isTexts?: boolean;
}

const short: ReadonlySet<PlainKind> = new Set(['count', 'integer', 'duration', 'time']);

/**
 * The paths that are read of records, with the cell and the type of the column of each. A path with `[]` is that of what the objects of a list
 * have at a key; all such paths of a list have its cell.
 */
export class NestedTypes {
  readonly #sample: readonly JsonObject[];
  readonly #fields = new Map<string, RawType>();
  readonly #cells = new Map<string, number>();
  /** Whether conditions are for rows whose texts were not checked. */
  isUnsure = false;

  constructor(sample: readonly JsonObject[]) {
    this.#sample = sample;
  }

  get fields(): readonly string[] {
    return [...this.#fields.keys()];
  }

  get types(): readonly RawType[] {
    return [...this.#fields.values()];
  }

  /** The number of the cell at each path. */
  get cells(): ReadonlyMap<string, number> {
    return this.#cells;
  }

  /** Adds a path unless it is there; returns the kind of its column. */
  add(path: string, use: PathUse): RawType['kind'] {
    const known = this.#fields.get(path);
    if (known !== undefined) return known.kind;
    const [list = '', ...lists] = path.split('[].');
    const isMembers = lists.length > 0;
    const steps = lists.flatMap((keys) => keys.split('.'));
    const kind = isMembers ? 'members' : this.#kindOf(path, use);
    const number = this.#fields.size;
    const cell = this.#cells.get(list) ?? number;
    this.#cells.set(list, cell);
    this.#fields.set(path, {
      kind,
      check: use.check ?? (kind === 'text' && use.keepsEmpty !== true ? checkOf(use.kind) : undefined),
      type: rawColumnTypes[kind],
      takesDigits: numericKinds.has(use.kind) || use.type === 'BOOLEAN',
      isUnused: false,
      keepsEmpty: use.keepsEmpty === true,
      isBare: use.isBare === true,
      takesWords: use.type === 'BOOLEAN',
      takesFirst: use.takesFirst === true,
      cell,
      ...(isMembers && { steps, listSteps: lists.length }),
    });
    return kind;
  }

  /** What the texts at a path are checked for. */
  checkAt(path: string): TextCheck | undefined {
    return this.isUnsure ? undefined : this.#fields.get(path)?.check;
  }

  /** Whether a path has numbers in the sample. */
  hasNumbers(path: string): boolean {
    const get = getterOf(path);
    return this.#sample.some((record) => typeof get(record, record) === 'number');
  }

  #kindOf(path: string, { kind, type, isTexts, takesFirst }: PathUse): RawType['kind'] {
    if (isTexts === true) return 'texts';
    if (takesFirst === true) return 'text';
    const get = getterOf(path);
    const values = this.#sample
      .map((record) => get(record, record))
      .filter((value) => value !== undefined && value !== null && value !== '');
    if (type === 'BOOLEAN') return values.every((value) => typeof value === 'boolean') ? 'flag' : 'text';
    if (!short.has(kind)) return 'text';
    if (values.every(isShortNumber)) return 'long';
    if (kind !== 'time') return 'text';
    const zones = new Set(values.map(zoneOf));
    return zones.size === 1 ? ([...zones][0] ?? 'text') : 'text';
  }
}
