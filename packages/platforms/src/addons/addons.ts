import type {
  AddonKind,
  AddonsOf,
  Addons as AddonsOfEndpoints,
  AddonsQuery,
  Transcript,
  VideoFile,
} from '@sdq/catalog/define';
import type { MediaLinks } from './media-links.ts';
import type { MediaStore } from './media-store.ts';

/** Maximum number of concurrent lookups. */
const lookupsAtOnce = 4;

/** Finds the add-ons of records: transcripts and video files in a media store, comments through the sources. */
export class Addons implements AddonsOfEndpoints {
  readonly #store: MediaStore;
  readonly #links: MediaLinks;
  readonly #baseUrl: () => string;

  constructor(store: MediaStore, links: MediaLinks, baseUrl: () => string) {
    this.#store = store;
    this.#links = links;
    this.#baseUrl = baseUrl;
  }

  async of<Comment>(query: AddonsQuery<Comment>): Promise<AddonsOf<Comment>> {
    const { platform, ids, kinds = [] } = query;
    const counts: Record<string, number> = {};
    const find = async <Value>(kind: AddonKind, lookUp: (id: string) => Promise<Value | null>) => {
      if (!kinds.includes(kind)) return null;
      const found = await mapOf(ids, lookUp);
      counts[kind] = Object.values(found).filter((value) => value !== null).length;
      return found;
    };
    const transcripts = await find('transcripts', (id) => this.#store.findTranscript(platform, id));
    if (transcripts !== null) counts.transcripts = await complete(transcripts, query.transcriptsOf);
    const videoFiles = await find('video_files', (id) => this.#videoFile(platform, id));
    const comments = await find('comments', async (id) => {
      const list = await query.commentsOf(id);
      return list.length === 0 ? null : list;
    });
    return {
      addons: { transcripts, video_files: videoFiles, ...(comments !== null && { comments }) },
      counts,
    };
  }

  async #videoFile(platform: string, id: string): Promise<VideoFile | null> {
    const video = await this.#store.findVideo(platform, id);
    if (video === null) return null;
    const { path: _, ...facts } = video;
    const { path, expiresAt } = this.#links.sign(platform, id);
    return { url: `${this.#baseUrl()}${path}`, ...facts, expires_at: expiresAt.toISOString() };
  }
}

/** Adds what the media store does not have; returns the number found. */
async function complete(
  transcripts: Record<string, Transcript | null>,
  transcriptsOf: AddonsQuery<never>['transcriptsOf'],
): Promise<number> {
  const missing = Object.keys(transcripts).filter((id) => transcripts[id] === null);
  if (missing.length > 0) {
    for (const [id, transcript] of await transcriptsOf(missing)) transcripts[id] = transcript;
  }
  return Object.values(transcripts).filter((transcript) => transcript !== null).length;
}

async function mapOf<Value>(
  ids: readonly string[],
  lookUp: (id: string) => Promise<Value>,
): Promise<Record<string, Value>> {
  const found: Record<string, Value> = {};
  for (let at = 0; at < ids.length; at += lookupsAtOnce) {
    const batch = ids.slice(at, at + lookupsAtOnce);
    const values = await Promise.all(batch.map(lookUp));
    for (const [place, id] of batch.entries()) found[id] = values[place] as Value;
  }
  return found;
}
