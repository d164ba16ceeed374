import type { Row } from './index-reader.ts';
import type { Transcript } from './page-fields.ts';
import { count, objects, text, textOrNull } from './row-values.ts';

export function toTranscript(row: Row): Transcript {
  return {
    language: textOrNull(row.language),
    source: text(row.source),
    text: text(row.text),
    segments: objects(row.segments).map((segment) => ({
      start_ms: count(segment.start_ms),
      end_ms: count(segment.end_ms),
      text: text(segment.text),
    })),
  };
}
