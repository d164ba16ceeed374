/** A failure as DuckDB reports it. */
export interface EngineFailure {
  /** DuckDB's exception type: `Binder`, `Catalog`, `Conversion`, `Out of Memory` … */
  readonly type: string;
  readonly message: string;
  /** Byte offset in the executed text. */
  readonly position: number | null;
  /** Names that DuckDB suggests, hidden ones included. */
  readonly candidates: readonly string[];
}

const plainText = /^(?:Error: )?([A-Z][A-Za-z ]*?) Error: ([\s\S]*)$/;

function fromJson(text: string): EngineFailure | null {
  try {
    const told = JSON.parse(text) as Record<string, unknown>;
    const { exception_type: type, exception_message: message, position, candidates } = told;
    if (typeof type !== 'string' || typeof message !== 'string') return null;
    return {
      type,
      message,
      position: typeof position === 'string' && /^\d+$/.test(position) ? Number(position) : null,
      candidates: typeof candidates === 'string' ? candidates.split(',').map((name) => name.trim()) : [],
    };
  } catch {
    return null;
  }
}

/** Reads an error thrown by the bindings, with `errors_as_json` or without; null when it is not DuckDB's. */
export function readFailure(error: unknown): EngineFailure | null {
  if (!(error instanceof Error)) return null;
  const text = error.message.trim();
  const json = text.indexOf('{');
  if (json >= 0 && /^(?:Error: )?$/.test(text.slice(0, json))) return fromJson(text.slice(json));
  const [, type, message] = plainText.exec(text) ?? [];
  return type === undefined || message === undefined
    ? null
    : { type, message, position: null, candidates: [] };
}

/** The query was stopped from outside. */
export function isInterrupt(error: unknown): boolean {
  return typeOf(error) === 'INTERRUPT';
}

/** After a fatal failure DuckDB refuses every further query of its instance. */
export function endsDatabase(error: unknown): boolean {
  const type = typeOf(error);
  return type === 'FATAL' || type === 'INTERNAL';
}

/** The database had ended before this query ran: another one is the cause. */
export function isEndedByOther(error: unknown): boolean {
  return typeOf(error) === 'FATAL' && /previous fatal error/.test(readFailure(error)?.message ?? '');
}

const memoryText = /out of memory|failed to allocate|could not allocate|bad_alloc|allocation fail/i;

/** DuckDB, or Node around it, ran out of memory. It is reported as a failure of nearly any type. */
export function isOutOfMemory(error: unknown): boolean {
  const type = typeOf(error);
  if (type === 'OUT OF MEMORY') return true;
  // a failed conversion quotes a value, which may contain any words
  return type !== 'CONVERSION' && error instanceof Error && memoryText.test(error.message);
}

/** DuckDB's exception type in capitals, as it spells some of them itself; null when the error is not DuckDB's. */
function typeOf(error: unknown): string | null {
  return readFailure(error)?.type.toUpperCase() ?? null;
}
