import { type ApiAnswer, type ApiServer, startApiServer } from './api-server.ts';

export function graphError(code: number, headers: Record<string, string> = {}): ApiAnswer {
  return {
    status: 400,
    headers,
    body: { error: { message: 'm', type: 'OAuthException', code, fbtrace_id: 'f' } },
  };
}

/** Graph with one account of `count` posts; the pages of hashtags all carry one and the same cursor. */
export async function startMetaServer(count: number): Promise<ApiServer> {
  const posts = Array.from({ length: count }, (_, at) => ({
    id: `1780000000000${1_000 + at}`,
    caption: `No ${at} #Sol #hav`,
    comments_count: at,
    ...(at % 3 !== 0 && { like_count: at * 2 }),
    media_type: at % 4 === 0 ? 'VIDEO' : 'IMAGE',
    media_product_type: at % 4 === 0 ? 'REELS' : 'FEED',
    ...(at % 5 !== 1 && { media_url: `https://m.example/${at}.jpg` }),
    permalink: `https://www.instagram.com/p/Code${at}x/`,
    timestamp: '2026-08-31T19:16:02+0000',
  }));
  let shown = 0;
  return await startApiServer(({ path, query }) => {
    if (query.get('access_token') !== 'secret') return graphError(190);
    const fields = query.get('fields') ?? '';
    if (path === '/v25.0/ig_hashtag_search') {
      return query.get('q') === 'sol' ? { body: { data: [{ id: '17843857450040591' }] } } : graphError(24);
    }
    if (path === '/v25.0/17843857450040591/top_media') {
      if (query.get('after') === null) shown = 0;
      const page = posts.slice(shown, shown + 7).map(({ media_product_type: _, ...post }) => post);
      shown += 7;
      const next = shown < count ? { next: 'https://graph.facebook.com/…' } : {};
      return { body: { data: page, paging: { cursors: { after: 'NTAy' }, ...next } } };
    }
    if (!fields.startsWith('business_discovery.username(nilsen)')) return graphError(110);
    const id = '17841401441775531';
    if (!fields.includes('media.limit')) {
      const found = {
        id,
        username: 'nilsen',
        name: 'N',
        biography: 'of the sea',
        website: 'https://n.example',
        profile_picture_url: 'https://p.example/n.jpg',
        follows_count: 12,
        followers_count: 267_788,
        media_count: count,
      };
      return { body: { business_discovery: found, id } };
    }
    const limit = Number(/media\.limit\((\d+)\)/.exec(fields)?.[1]);
    const after = Number(/\.after\(c(\d+)\)/.exec(fields)?.[1] ?? 0);
    const end = after + limit;
    const paging = end < count ? { cursors: { after: `c${end}` } } : { cursors: {} };
    return { body: { business_discovery: { media: { data: posts.slice(after, end), paging }, id }, id } };
  });
}
