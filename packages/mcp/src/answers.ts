import { SdqError } from '@sdq/client';

export interface ToolAnswer {
  [name: string]: unknown;
  content: { type: 'text'; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
}

export function text(value: string, structuredContent?: Record<string, unknown>): ToolAnswer {
  return {
    content: [{ type: 'text', text: value }],
    ...(structuredContent !== undefined && { structuredContent }),
  };
}

/** What `work` answers, or its error with place, candidates and hint, so that the agent can mend its query. */
export async function answered(work: () => Promise<ToolAnswer>): Promise<ToolAnswer> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SdqError)) throw error;
    return { ...text(describe(error)), isError: true };
  }
}

function describe(error: SdqError): string {
  const places = error.faults.map(({ line, column, message, candidates, hint }) =>
    [
      line === null ? message : `Line ${line}, column ${column}: ${message}`,
      ...(candidates.length === 0 ? [] : [`Did you mean: ${candidates.join(', ')}?`]),
      ...(hint === null ? [] : [hint]),
    ].join('. '),
  );
  const hints = error.hint !== undefined && error.faults.length === 0 ? [error.hint] : [];
  const wait = error.retryAfter === undefined ? [] : [`Wait ${error.retryAfter} s before the next try`];
  const free = error.status === undefined ? [] : ['Nothing was charged'];
  return [`${error.code}: ${error.message}`, ...places, ...hints, ...wait, ...free].join('\n');
}
