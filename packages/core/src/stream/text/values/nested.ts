import type { StructVector, VectorData } from '../../vectors/read-vector.ts';
import { isValid, type Validity } from '../../vectors/validity.ts';
import { ByteSink } from '../byte-sink.ts';
import { writeJsonString } from '../json-string.ts';
import { typedRows, ValueWriter, valueRoom } from '../value-writer.ts';

const comma = 44;
const colon = 58;

function put(sink: ByteSink, byte: number): void {
  sink.bytes[sink.length++] = byte;
}

/** Writes a row of a nested vector, `null` where it is NULL, and makes the room that a value needs. */
function writeJsonValue(sink: ByteSink, writer: ValueWriter, row: number): void {
  sink.reserve(valueRoom);
  if (isValid(writer.validity, row)) {
    writer.write(sink, row);
    return;
  }
  const { bytes, length } = sink;
  bytes[length] = 110;
  bytes[length + 1] = 117;
  bytes[length + 2] = 108;
  bytes[length + 3] = 108;
  sink.length = length + 4;
}

/** LIST and ARRAY as an array. */
export class ListWriter extends ValueWriter {
  readonly #child: ValueWriter;
  #words: Uint32Array = new Uint32Array(0);
  #size = -1;

  constructor(child: ValueWriter) {
    super();
    this.#child = child;
  }

  protected load(data: VectorData): void {
    if (data.kind === 'list') this.#words = data.words;
    else if (data.kind === 'array') this.#size = data.size;
    else throw new Error(`Expected lists, found ${data.kind}`);
    this.#child.bind(data.child);
  }

  write(sink: ByteSink, row: number): void {
    const start = this.#size < 0 ? (this.#words[row * 4] as number) : row * this.#size;
    const length = this.#size < 0 ? (this.#words[row * 4 + 2] as number) : this.#size;
    put(sink, 91);
    for (let index = 0; index < length; index++) {
      if (index > 0) put(sink, comma);
      writeJsonValue(sink, this.#child, start + index);
    }
    sink.reserve(valueRoom);
    put(sink, 93);
  }
}

/** STRUCT as an object; one whose members have no names as an array. */
export class StructWriter extends ValueWriter {
  readonly #members: readonly ValueWriter[];
  /** What precedes each member: `{"a":`, `,"b":`, and for arrays `[`, `,`. */
  readonly #openings: readonly Uint8Array[];
  readonly #end: number;

  constructor(names: readonly string[], members: readonly ValueWriter[]) {
    super();
    const named = names.some((name) => name !== '');
    this.#members = members;
    this.#openings = names.map((name, index) => {
      const separator = index > 0 ? ',' : named ? '{' : '[';
      return Buffer.from(named ? `${separator}${JSON.stringify(name)}:` : separator, 'utf8');
    });
    this.#end = named ? 125 : 93;
  }

  protected load(data: VectorData): void {
    if (data.kind !== 'struct') throw new Error(`Expected structs, found ${data.kind}`);
    this.#members.forEach((member, index) => {
      member.bind(data.members[index] as VectorData);
    });
  }

  write(sink: ByteSink, row: number): void {
    for (let index = 0; index < this.#members.length; index++) {
      sink.append(this.#openings[index] as Uint8Array);
      writeJsonValue(sink, this.#members[index] as ValueWriter, row);
    }
    sink.reserve(valueRoom);
    put(sink, this.#end);
  }
}

/** MAP as an object whose keys are the keys' text; keys that are nested stand in JSON. */
export class MapWriter extends ValueWriter {
  readonly #key: ValueWriter;
  readonly #value: ValueWriter;
  readonly #keyText = new ByteSink(256);
  #words: Uint32Array = new Uint32Array(0);

  /** `key` writes in the form `name`. */
  constructor(key: ValueWriter, value: ValueWriter) {
    super();
    this.#key = key;
    this.#value = value;
  }

  protected load(data: VectorData): void {
    if (data.kind !== 'list' || data.child.kind !== 'struct') throw new Error('Expected maps');
    this.#words = data.words;
    this.#key.bind(data.child.members[0] as VectorData);
    this.#value.bind(data.child.members[1] as VectorData);
  }

  write(sink: ByteSink, row: number): void {
    const start = this.#words[row * 4] as number;
    const length = this.#words[row * 4 + 2] as number;
    put(sink, 123);
    for (let entry = start; entry < start + length; entry++) {
      if (entry > start) put(sink, comma);
      this.#keyText.length = 0;
      this.#keyText.reserve(valueRoom);
      this.#key.write(this.#keyText, entry);
      writeJsonString(sink, this.#keyText.bytes, 0, this.#keyText.length);
      put(sink, colon);
      writeJsonValue(sink, this.#value, entry);
    }
    sink.reserve(valueRoom);
    put(sink, 125);
  }
}

/** UNION as the value of the member it holds. */
export class UnionWriter extends ValueWriter {
  readonly #members: readonly ValueWriter[];
  #tags = new Uint8Array(0);

  constructor(members: readonly ValueWriter[]) {
    super();
    this.#members = members;
  }

  protected load(data: VectorData): void {
    if (data.kind !== 'struct') throw new Error(`Expected unions, found ${data.kind}`);
    const [tags, ...members] = data.members;
    this.#tags = typedRows(tags as VectorData, Uint8Array);
    this.#members.forEach((member, index) => {
      member.bind(members[index] as VectorData);
    });
    this.validity = unionValidity(data, this.#tags);
  }

  write(sink: ByteSink, row: number): void {
    writeJsonValue(sink, this.#members[this.#tags[row] as number] as ValueWriter, row);
  }
}

/** A union that holds NULL is NULL: one bit tells it, whichever member it would be of. */
function unionValidity(data: StructVector, tags: Uint8Array): Validity {
  if (data.members.every((member) => member.validity === null)) return data.validity;
  const validity = new Uint8Array(Math.ceil(data.rows / 64) * 8);
  for (let row = 0; row < data.rows; row++) {
    if (!isValid(data.validity, row) || !isValid((data.members[0] as VectorData).validity, row)) continue;
    const member = data.members[(tags[row] as number) + 1] as VectorData;
    if (isValid(member.validity, row)) validity[row >> 3] = (validity[row >> 3] as number) | (1 << (row & 7));
  }
  return validity;
}

/** A value of a type that has none but NULL. */
export class NullWriter extends ValueWriter {
  protected load(): void {}

  write(): void {
    throw new Error('A value of type "NULL" that is not NULL');
  }
}
