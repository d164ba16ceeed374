import type { Page, Place, ReadDefinition } from '@sdq/catalog/define';
import { AppError } from '@sdq/contract';
import type { ReadContext, Source } from './source.ts';
import { CircuitOpen } from './upstream/circuit-open.ts';

/** Finds who answers a read: the first source that can, in the order they are configured in; the index comes last. */
export class Router {
  readonly #sources: readonly Source[];

  constructor(sources: readonly Source[]) {
    this.#sources = sources;
  }

  /**
   * One page, and who gave it. A list is read on from the source that began it. A source whose circuit is open is
   * passed over; but when the others then know nothing, that is not an answer: the one passed over might.
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
    let passedOver: CircuitOpen | undefined;
    for (const source of sources) {
      const read = source.find(definition, input);
      if (read === undefined) continue;
      try {
        const page = await read(input, place, context);
        if (passedOver !== undefined && place === undefined && page.items.length === 0) throw passedOver;
        return { page, source: source.id };
      } catch (error) {
        if (!(error instanceof CircuitOpen) || error === passedOver || sourceId !== undefined) throw error;
        passedOver = error;
      }
    }
    if (passedOver !== undefined) throw passedOver;
    if (sourceId === undefined) throw new Error(`no source reads ${definition.name}`);
    throw new AppError('invalid_cursor', 'The source of this list is no longer configured');
  }
}
