import type { Page, Place, ReadDefinition } from '@sdq/catalog/define';
import { AppError } from '@sdq/contract';
import type { ReadContext, Source } from './source.ts';
import { CircuitOpen } from './upstream/circuit-open.ts';

/** Routes a read to the first source that supports it, in the configured order; the index is the last. */
export class Router {
  readonly #sources: readonly Source[];

  constructor(sources: readonly Source[]) {
    this.#sources = sources;
  }

  /**
   * Reads one page, and returns it with its source. A list continues with the source of its first page. A source with an
   * open circuit breaker is skipped; but if the other sources find nothing, its error is thrown.
   * Errors: AppError; `invalid_cursor` for a source that is no longer configured.
   */
  async read<Input, Item>(
    definition: ReadDefinition<Input, Item>,
    input: Input,
    place: Place | undefined,
    sourceId: string | undefined,
    context: ReadContext,
  ): Promise<{ page: Page<Item>; source: string }> {
    const sources = this.#sources.filter(({ id }) => sourceId === undefined || id === sourceId);
    let skipped: CircuitOpen | undefined;
    for (const source of sources) {
      const read = source.find(definition, input);
      if (read === undefined) continue;
      try {
        const page = await read(input, place, context);
        if (skipped !== undefined && place === undefined && page.items.length === 0) throw skipped;
        return { page, source: source.id };
      } catch (error) {
        if (!(error instanceof CircuitOpen) || error === skipped || sourceId !== undefined) throw error;
        skipped = error;
      }
    }
    if (skipped !== undefined) throw skipped;
    if (sourceId === undefined) throw new Error(`No source supports the read "${definition.name}"`);
    throw new AppError('invalid_cursor', 'The source of this list is no longer configured');
  }
}
