/** A failure as DuckDB tells it. */
export interface EngineFailure {
  /** DuckDB's exception type: `Binder`, `Catalog`, `Conversion`, `Out of Memory` … */
  readonly type: string;
  readonly message: string;
  /** Byte offset in the executed text. */
  readonly position: number | null;
  /** Names that DuckDB thinks were meant, hidden ones included. */
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
