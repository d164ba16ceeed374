import { isObject, type JsonObject } from '../values/json-object.ts';
import type { FormatDescription } from './declared.ts';

/** The ID of a video in its address, of the kinds that TikTok's export and its applications write. */
function videoIdIn(value: unknown): unknown {
  if (typeof value !== 'string') return undefined;
  return /(?:tiktok|tiktokv|douyin)\.[a-z]{2,3}(?:\.[a-z]{2})?\/\S*?(?:video|photo|v)\/(\d{15,20})/i.exec(
    value,
  )?.[1];
}

const links = ['Link', 'link', 'Video Link', 'VideoLink'];
const dates = ['Date', 'date'];

const id = { from: links, by: videoIdIn, note: 'ID in the address' };

/**
 * What TikTok gives an account about itself: `user_data.json` and the text files of its other form. Videos that were
 * watched, liked, saved or shared are videos of which the ID is known, seen at that time; those of the account itself
 * have a time and likes.
 */
export const tiktokExport: FormatDescription = {
  name: 'tiktok-export',
  description: 'TikTok’s data export of an account: user_data.json and its text files',
  maps: [
    {
      is: isOwnVideo,
      tables: [
        {
          table: 'shortvideo.videos',
          columns: {
            video_id: id,
            author: 'userName',
            description: ['Title', 'title'],
            create_time: dates,
            like_count: ['Likes', 'likes', 'Like', 'Like(s)'],
          },
        },
      ],
    },
    {
      is: isSeenVideo,
      tables: [{ table: 'shortvideo.videos', columns: { video_id: id } }],
      observedAt: dates,
    },
    {
      is: (value) => typeof value.section === 'string' && typeof value.entries === 'number',
      tables: [{ table: 'shortvideo.videos', columns: {} }],
      refusal: ({ section, entries }) => ({
        reason: 'record_unsupported',
        field: String(section),
        message: `The section "${section}" has ${entries} entries without the ID of a video or comment: for them, describe a table of your own (docs/own-tables.md)`,
      }),
    },
  ],
  expand,
};

function linkOf(value: JsonObject): unknown {
  return links.map((name) => value[name]).find((link) => typeof link === 'string');
}

function hasDate(value: JsonObject): boolean {
  return dates.some((name) => typeof value[name] === 'string');
}

const namesOfEntries =
  /^(?:date|(?:video ?)?link|likes?|like\(s\)|title|who ?can ?view|allow.*|sound|location|alternate ?text|cover.*|add.*|section|username|method|shared ?content|isFastLane|.*hashtag.*|ai ?generated.*|carousel.*|deleted.*)$/i;

function isEntry(value: JsonObject): boolean {
  return (
    hasDate(value) &&
    linkOf(value) !== undefined &&
    Object.keys(value).every((key) => namesOfEntries.test(key))
  );
}

function isOwnVideo(value: JsonObject): boolean {
  return isEntry(value) && Object.keys(value).some((key) => /^like/i.test(key));
}

function isSeenVideo(value: JsonObject): boolean {
  return isEntry(value) && !isOwnVideo(value) && videoIdIn(linkOf(value)) !== undefined;
}

/** Names of the outermost parts of an export. */
const parts =
  /^(?:(?:Your )?Activity|App Settings|Profile(?: And Settings)?|Videos?|Posts?|Comments?|Direct Messages?|Likes and Favorites|Ads and data|Ti[kK][tT]ok .*|Income.*|Off Tik[tT]ok Activity|Location Reviews?)$/;
const depthMax = 5;

/** Whether an object has only parts of an export, and a list in one of them, such as `VideoList`. */
function isExport(whole: JsonObject): boolean {
  const names = Object.keys(whole);
  const known = names.filter((name) => parts.test(name));
  if (known.length === 0 || known.length < 0.5 * names.length) return false;
  return known.some((name) => hasList(whole[name], 1));
}

function hasList(value: unknown, depth: number): boolean {
  if (!isObject(value) || depth > depthMax) return false;
  return Object.entries(value).some(
    ([key, member]) =>
      (/[a-z]List$/.test(key) && (Array.isArray(member) || member === null)) || hasList(member, depth + 1),
  );
}

/** The entries of all lists of an export, each with its section; one record for a list without addresses of videos. */
function expand(whole: JsonObject): JsonObject[] | undefined {
  if (!isExport(whole)) return undefined;
  const userName = userNameIn(whole, 0);
  const records: JsonObject[] = [];
  const walk = (value: unknown, section: string, depth: number): void => {
    if (Array.isArray(value)) {
      const entries = value.filter(isObject);
      const isOfVideos = entries.length > 0 && entries.filter(isEntry).length >= 0.5 * entries.length;
      if (isOfVideos)
        for (const entry of entries) records.push({ ...entry, section, ...(userName && { userName }) });
      else if (entries.length > 0) records.push({ section, entries: entries.length });
    } else if (isObject(value) && depth < depthMax) {
      for (const [key, member] of Object.entries(value))
        walk(member, section === '' ? key : `${section} > ${key}`, depth + 1);
    }
  };
  walk(whole, '', 0);
  return records.length > 0 ? records : undefined;
}

function userNameIn(value: unknown, depth: number): string | undefined {
  if (!isObject(value) || depth > depthMax) return undefined;
  if (isObject(value.ProfileMap) && typeof value.ProfileMap.userName === 'string')
    return value.ProfileMap.userName;
  for (const member of Object.values(value)) {
    const found = userNameIn(member, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}
