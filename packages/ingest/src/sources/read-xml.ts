import { StringDecoder } from 'node:string_decoder';
import { SaxesParser } from 'saxes';

export interface XmlHandler {
  /** Names are without the prefix of their namespace. */
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** Reads XML in chunks and calls the handler after each; `afterChunk` can hand on what was collected. Throws at a fault. */
export async function* readXml<T>(
  content: AsyncIterable<Uint8Array>,
  handler: XmlHandler,
  afterChunk: () => T[] = () => [],
): AsyncGenerator<T> {
  const parser = new SaxesParser<{ position: false; xmlns: false }>({ position: false, xmlns: false });
  const local = (name: string) => name.slice(name.indexOf(':') + 1);
  parser.on('opentag', ({ name, attributes }) => handler.open?.(local(name), attributes));
  parser.on('text', (text) => handler.text?.(text));
  parser.on('closetag', ({ name }) => handler.close?.(local(name)));
  parser.on('error', (error) => {
    throw error;
  });
  const decoder = new StringDecoder('utf8');
  for await (const chunk of content) {
    parser.write(decoder.write(chunk as Buffer));
    yield* afterChunk();
  }
  parser.write(decoder.end()).close();
  yield* afterChunk();
}

/** Reads XML to its end. */
export async function readWholeXml(content: AsyncIterable<Uint8Array>, handler: XmlHandler): Promise<void> {
  for await (const _ of readXml(content, handler)) {
    // the handler has taken it
  }
}
