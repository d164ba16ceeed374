import { isObject, type JsonObject, objectAt, objectsAt } from '../values/json-object.ts';
import { numberOf, readLabel, textOf } from '../values/text.ts';

/** A picture, video or GIF of a post, in the field names of API 1.1, of API 2 and of the collectors after snscrape. */
export function readMedia(value: unknown): object[] | undefined {
  const list = Array.isArray(value) ? value.filter(isObject) : isObject(value) ? mediaByKind(value) : [];
  const media = list.map(toMedia).filter(({ url, preview_url }) => url !== null || preview_url !== null);
  return media.length > 0 ? media : undefined;
}

/** twscrape groups media by kind. */
function mediaByKind(value: JsonObject): JsonObject[] {
  return [
    ...objectsAt(value, 'photos').map((photo) => ({ ...photo, type: 'photo' })),
    ...objectsAt(value, 'videos').map((video) => ({ ...video, type: 'video' })),
    ...objectsAt(value, 'animated').map((gif) => ({ ...gif, type: 'gif' })),
  ];
}

function toMedia(media: JsonObject) {
  const info = objectAt(media, 'video_info');
  const size = objectAt(media, 'original_info');
  const kind = kindOf(media);
  const picture = readLabel(media.media_url_https ?? media.fullUrl ?? media.url ?? media.previewUrl);
  const preview = readLabel(media.preview_image_url ?? media.thumbnailUrl ?? media.media_url_https);
  const video = readLabel(
    bestOf([...objectsAt(info, 'variants'), ...objectsAt(media, 'variants')]) ?? media.videoUrl,
  );
  const seconds =
    media._type !== undefined && typeof media.duration === 'number' ? media.duration * 1000 : media.duration;
  return {
    type: kind,
    url: kind === 'photo' ? picture : video,
    preview_url: kind === 'photo' ? picture : preview,
    width: whole(media.width ?? size.width),
    height: whole(media.height ?? size.height),
    duration_ms: whole(info.duration_millis ?? media.duration_ms ?? seconds),
  };
}

function kindOf(media: JsonObject): 'photo' | 'video' | 'gif' {
  const kind = textOf(media.type ?? media._type).toLowerCase();
  if (kind.includes('gif')) return 'gif';
  return kind.includes('video') ? 'video' : 'photo';
}

function bestOf(variants: readonly JsonObject[]): unknown {
  const rate = (variant: JsonObject) => numberOf(variant.bitrate ?? variant.bit_rate ?? -1);
  const videos = variants.filter((variant) =>
    /mp4/.test(textOf(variant.content_type ?? variant.contentType)),
  );
  return [...videos].sort((a, b) => rate(b) - rate(a))[0]?.url;
}

function whole(value: unknown): number | null {
  const number = numberOf(value ?? Number.NaN);
  return Number.isFinite(number) && Math.abs(number) < 2 ** 31 ? Math.round(number) : null;
}

/** A username, or the one in the address of the post's own media: that has the ID of the post. */
export function usernameIn(value: unknown, post: JsonObject): unknown {
  if (typeof value !== 'string' || !value.includes('/')) return value;
  const [, name, id] =
    /^https?:\/\/(?:www\.)?(?:x|twitter)\.com\/(\w{1,20})\/status\/(\d+)/.exec(value) ?? [];
  const own = post.rest_id ?? post.id_str ?? post.id;
  return id !== undefined && id === textOf(own) ? name : undefined;
}

/** The post that a post answers, among those that it refers to. */
export function repliedTo(value: unknown): unknown {
  const references = Array.isArray(value) ? value.filter(isObject) : [];
  return references.find(({ type }) => type === 'replied_to')?.id;
}

/** Whether an account is verified: a mark of any kind. */
export function verifiedMark(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  return value !== '' && !/^(?:none|false|0|no)$/i.test(value);
}
