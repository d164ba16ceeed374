import { Chance } from '../chance.ts';
import { iso, recentSecond, seenAfter } from '../moments.ts';
import { answerText, postText } from '../texts.ts';
import type { MicroAccount } from './profiles.ts';

const postCount = 1_500;

/** The first posts began long threads, the others have up to four answers. */
const longThreads = 12;
const longThreadAnswers = 260;
const otherAnswersMax = 4;

/** 2010-11-04T01:42:54.657Z, from which the platform's ids count. */
const idEpochMs = 1_288_834_974_657n;

const languages = ['en', 'en', 'en', 'de', 'es', 'fr', 'ja', null] as const;

export type Tweet = ReturnType<typeof tweet>;

/** Posts, and answers to them; an answer answers the post or an earlier answer of the same thread. */
export function tweets(seed: number, until: number, accounts: readonly MicroAccount[]): Tweet[] {
  const chance = new Chance(seed, 'tweets');
  let number = 0n;
  return Array.from({ length: postCount }, (_, index) => {
    const second = recentSecond(chance, until, 4);
    const first = tweet(chance, until, second, number++, accounts, null, null);
    const thread = [first];
    const count = index < longThreads ? longThreadAnswers + index : chance.below(otherAnswersMax + 1);
    for (let k = 0; k < count; k++) {
      const answered = chance.happens(0.7) ? first : chance.pick(thread);
      const later = Math.floor(chance.uniform() ** 2 * 5 * 86_400);
      const at = Math.min(until - 60, Date.parse(answered.created_at) / 1000 + 20 + later);
      thread.push(tweet(chance, until, at, number++, accounts, first, answered));
    }
    for (const answer of thread.slice(1)) {
      const parent = thread.find((other) => other.id === answer.in_reply_to_id);
      if (parent) parent.reply_count++;
    }
    return thread;
  }).flat();
}

function tweet(
  chance: Chance,
  until: number,
  second: number,
  number: bigint,
  accounts: readonly MicroAccount[],
  first: { id: string } | null,
  answered: { id: string } | null,
) {
  const id = String(((BigInt(second) * 1000n - idEpochMs) << 22n) + (number % 4_194_304n));
  const { text, hashtags } = first === null ? postText(chance) : { text: answerText(chance), hashtags: [] };
  const likes = chance.count(first === null ? 60 : 2, 1.7);
  return {
    id,
    username: chance.pickZipf(accounts, first === null ? 3 : 60).username,
    content: text,
    created_at: iso(second),
    like_count: likes,
    retweet_count: Math.floor(likes * 0.2 * chance.uniform()),
    reply_count: 0,
    quote_count: Math.floor(likes * 0.03 * chance.uniform()),
    view_count: chance.happens(0.9) ? likes * chance.between(20, 200) + chance.below(50) : null,
    in_reply_to_id: answered?.id ?? null,
    conversation_id: first?.id ?? id,
    language: chance.pick(languages),
    hashtags,
    media: first === null && chance.happens(0.3) ? mediaOf(chance, id) : [],
    indexed_at: seenAfter(chance, second, until),
  };
}

function mediaOf(chance: Chance, id: string) {
  const type = chance.pick(['photo', 'photo', 'video', 'gif']);
  return Array.from({ length: type === 'photo' ? chance.between(1, 4) : 1 }, (_, index) => ({
    type,
    url: `https://media.micro.example/${id}/${index}.${type === 'photo' ? 'jpg' : 'mp4'}`,
    preview_url: `https://media.micro.example/${id}/${index}-small.jpg`,
    width: 1280,
    height: 720,
    duration_ms: type === 'photo' ? null : chance.between(1_000, 140_000),
  }));
}
