/** The position and message of a JSON error, as in Python's `json` module, which FastAPI returns. */
export interface JsonDecodeError {
  /** Unicode code points from the start of the text. */
  position: number;
  message: string;
}

const blanks = /[ \t\n\r]*/y;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y;
const words = ['null', 'true', 'false'];

/** The first error of a text that `JSON.parse` refuses. */
export function findJsonDecodeError(text: string): JsonDecodeError {
  const scanner = new Scanner(text);
  const fault = scanner.scan() ?? { at: text.length, message: 'Expecting value' };
  return { position: [...text.slice(0, fault.at)].length, message: fault.message };
}

interface Fault {
  /** UTF-16 units from the start. */
  at: number;
  message: string;
}

/** A port of CPython's scanner without recursion: the stack has the expected closing characters. */
class Scanner {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  scan(): Fault | undefined {
    const closers: ('}' | ']')[] = [];
    this.#skipBlanks();
    for (;;) {
      const opened = this.#value();
      if (typeof opened === 'object') return opened;
      if (opened !== 'scalar') {
        const fault = this.#open(opened, closers);
        if (fault === 'empty') {
          // an empty object or list is complete
        } else if (fault === undefined) continue;
        else return fault;
      }
      const next = this.#afterValue(closers);
      if (next === 'value') continue;
      return next === 'end' ? undefined : next;
    }
  }

  /** Reads a scalar, or the opening character of an object or list. */
  #value(): 'scalar' | '{' | '[' | Fault {
    const letter = this.#text[this.#at];
    if (letter === '"') return this.#string() ?? 'scalar';
    if (letter === '{' || letter === '[') {
      this.#at++;
      return letter;
    }
    const word = words.find((word) => this.#text.startsWith(word, this.#at));
    const length = word?.length ?? this.#matchLength(number);
    if (length === 0) return { at: this.#at, message: 'Expecting value' };
    this.#at += length;
    return 'scalar';
  }

  #open(letter: '{' | '[', closers: ('}' | ']')[]): 'empty' | Fault | undefined {
    const closer = letter === '{' ? '}' : ']';
    this.#skipBlanks();
    if (this.#text[this.#at] === closer) {
      this.#at++;
      return 'empty';
    }
    closers.push(closer);
    return closer === '}' ? this.#name() : undefined;
  }

  /** Reads a name and its colon. */
  #name(): Fault | undefined {
    if (this.#text[this.#at] !== '"') {
      return { at: this.#at, message: 'Expecting property name enclosed in double quotes' };
    }
    const fault = this.#string();
    if (fault !== undefined) return fault;
    this.#skipBlanks();
    if (this.#text[this.#at] !== ':') return { at: this.#at, message: "Expecting ':' delimiter" };
    this.#at++;
    this.#skipBlanks();
    return undefined;
  }

  #afterValue(closers: ('}' | ']')[]): 'value' | 'end' | Fault {
    for (;;) {
      this.#skipBlanks();
      const closer = closers.at(-1);
      const letter = this.#text[this.#at];
      if (closer === undefined) {
        return letter === undefined ? 'end' : { at: this.#at, message: 'Extra data' };
      }
      if (letter === closer) {
        closers.pop();
        this.#at++;
      } else if (letter === ',') {
        this.#at++;
        this.#skipBlanks();
        return (closer === '}' ? this.#name() : undefined) ?? 'value';
      } else return { at: this.#at, message: "Expecting ',' delimiter" };
    }
  }

  #string(): Fault | undefined {
    const start = this.#at;
    for (let at = start + 1; at < this.#text.length; at++) {
      const letter = this.#text.charAt(at);
      if (letter === '"') {
        this.#at = at + 1;
        return undefined;
      }
      if (letter < ' ') return { at, message: 'Invalid control character at' };
      if (letter !== '\\') continue;
      const escaped = this.#text[at + 1];
      if (escaped === undefined) break;
      if (escaped === 'u') {
        const isWhole = /^[0-9a-fA-F]{4}$/.test(this.#text.slice(at + 2, at + 6));
        if (!isWhole || at + 6 >= this.#text.length) {
          return { at: at + 1, message: 'Invalid \\uXXXX escape' };
        }
        at += 5;
      } else if ('"\\/bfnrt'.includes(escaped)) at++;
      else return { at, message: 'Invalid \\escape' };
    }
    return { at: start, message: 'Unterminated string starting at' };
  }

  #skipBlanks(): void {
    this.#at += this.#matchLength(blanks);
  }

  #matchLength(pattern: RegExp): number {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#text)?.[0].length ?? 0;
  }
}
