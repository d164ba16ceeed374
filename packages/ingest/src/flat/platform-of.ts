import type { Catalog } from '@sdq/catalog';
import type { Row } from '../containers/record-chunk.ts';
import { valueAt } from './source-columns.ts';
import { plainName } from './usual-names.ts';

/** Platforms that no table is for; their records are told apart by their hosts. */
const otherHosts =
  'youtube.com youtu.be facebook.com fb.watch threads.net threads.com vimeo.com reddit.com snapchat.com bilibili.com kuaishou.com weibo.com xiaohongshu.com bsky.app twitch.tv dailymotion.com pinterest.com mastodon.social telegram.org vkontakte.ru tumblr.com'.split(
    ' ',
  );

/** Fields with the record's own address or the name of its platform. */
const addressNames: ReadonlySet<string> = new Set(
  'url link permalink videourl weburl webvideourl webpageurl posturl shareurl videolink tweeturl originalurl originalvideourl inputurl shorturl tiktokurl awemeurl instagramurl linkedinurl youtubeurl reelurl sourceplatform sourceplatformurl extractor extractorkey platform kind type'.split(
    ' ',
  ),
);

const addressFields = new Map<string, boolean>();
const addressFieldsMax = 10_000;

/** Whether a field has the record's own address or the name of its platform. */
export function isAddressField(field: string): boolean {
  let known = addressFields.get(field);
  if (known !== undefined) return known;
  known = addressNames.has(plainName(field));
  if (addressFields.size < addressFieldsMax) addressFields.set(field, known);
  return known;
}

/** The platform of a record; `host` is what told it. */
export interface FoundPlatform {
  /** The name of a platform of the catalogue; undefined if no table is for it. */
  readonly platform: string | undefined;
  readonly host: string;
  readonly field: string;
}

/** Tells the platform of a record by the host of its address and by the names of extractors. */
export class PlatformFinder {
  readonly #byHost = new Map<string, string | undefined>();

  constructor({ tables }: Catalog) {
    for (const host of otherHosts) this.#byHost.set(host, undefined);
    for (const { hosts = [], platform } of tables) for (const host of hosts) this.#byHost.set(host, platform);
  }

  find(record: Readonly<Record<string, unknown>>): FoundPlatform | undefined {
    for (const field in record) {
      const value = record[field];
      if (typeof value !== 'string' || value === '' || !isAddressField(field)) continue;
      const found = this.#ofText(value);
      if (found !== undefined) return { ...found, field };
    }
    return undefined;
  }

  /**
   * What a field tells whose values are addresses of one site in all rows, another one in each, whatever its name: those
   * are the addresses of the records. Addresses of videos are told by others.
   */
  findInAddresses(rows: readonly Row[], fields: readonly string[]): FoundPlatform[] {
    for (const field of fields) {
      const values = rows.map((row) => valueAt(row, field));
      if (values.length < 2 || new Set(values).size < values.length) continue;
      const found = values.map((value) =>
        typeof value === 'string' && /^https?:\/\/[^/]+\/./.test(value) ? this.#ofText(value) : undefined,
      );
      const [first] = found;
      if (first === undefined || !found.every((other) => other?.host === first.host)) continue;
      return found.flatMap((one) => (one === undefined ? [] : { ...one, field }));
    }
    return [];
  }

  #ofText(given: string): { platform: string | undefined; host: string } | undefined {
    const text = given.replace(/^snscrape\.modules\.(\w+)\..*/, '$1');
    const host = hostOf(text);
    if (host === undefined) return this.#ofName(text);
    for (let name = host; name.includes('.'); name = name.slice(name.indexOf('.') + 1)) {
      if (this.#byHost.has(name)) return { platform: this.#byHost.get(name), host: name };
    }
    return undefined;
  }

  /** `TikTok`, `twitter:video`, `youtube#video`, `snscrape.modules.twitter.Tweet`: a name is a host without its last part. */
  #ofName(text: string): { platform: string | undefined; host: string } | undefined {
    const word = /^[a-z]{3,20}/i.exec(text)?.[0].toLowerCase();
    if (word === undefined || text.includes(' ')) return undefined;
    for (const [host, platform] of this.#byHost) {
      const name = host.slice(0, host.indexOf('.'));
      if (name.length > 2 && (word === name || (name.length > 5 && word.startsWith(name))))
        return { platform, host };
    }
    return undefined;
  }
}

function hostOf(text: string): string | undefined {
  return /^(?:https?:\/\/)?((?:[a-z0-9-]+\.)+[a-z]{2,})(?::\d+)?(?:[/?#]|$)/i.exec(text)?.[1]?.toLowerCase();
}
