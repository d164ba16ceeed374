/** Sentences from which posts and biographies are composed; `{}` is the placeholder for a topic. */

export const topics: readonly string[] = [
  'coffee',
  'gardening',
  'football',
  'solar power',
  'baking',
  'photography',
  'chess',
  'trains',
  'ceramics',
  'open data',
  'hiking',
  'poetry',
  'the harvest',
  'street food',
  'robots',
  'typography',
  'the election',
  'climate',
  'music',
  'winter swimming',
];

/** A sentence with the BCP 47 code of its language. */
export interface Sentence {
  language: string;
  text: string;
}

/** Openings of posts, most frequent first. */
export const openings: readonly Sentence[] = [
  { language: 'en', text: 'Today was all about {}.' },
  { language: 'en', text: 'We learned a lot about {} this year' },
  { language: 'en', text: 'Nobody told me how hard {} would be 😅' },
  { language: 'en', text: 'Proud of the team: {} is live!' },
  {
    language: 'en',
    text: 'Three things I wish I had known about {}:\n1. Start small\n2. Ask\n3. Write it down',
  },
  { language: 'en', text: 'Is it just me, or is {} everywhere now?' },
  { language: 'en', text: 'Unpopular opinion: {} is "overrated"' },
  { language: 'en', text: 'New post on {}, link in bio' },
  { language: 'en', text: 'A year ago I knew nothing about {}. Look at this!' },
  { language: 'en', text: 'What I love about {}: it never gets old' },
  { language: 'de', text: 'Nachdenken über {} – und was daraus folgt' },
  { language: 'es', text: 'Hoy toca hablar de {} ✨' },
  { language: 'fr', text: 'Un petit mot sur {}…' },
  { language: 'ja', text: '{} よりも大事なことはない 🌸' },
  { language: 'pt', text: 'Hoje o assunto é {} 💬' },
  { language: 'id', text: 'Belajar {} hari ini 🙌' },
  { language: 'it', text: 'Due parole su {}' },
  { language: 'ru', text: 'Сегодня снова {} ☀️' },
  { language: 'tr', text: 'Bugün konumuz {}' },
  { language: 'ko', text: '오늘은 {} 이야기 ☕' },
  { language: 'ar', text: 'اليوم نتحدث عن {}' },
  { language: 'pl', text: 'Dziś na tapecie: {}' },
  { language: 'vi', text: 'Hôm nay nói về {} nhé' },
  { language: 'hi', text: 'आज की बात: {} 🙏' },
];

export const endings: readonly string[] = [
  'What do you think?',
  'More tomorrow.',
  'Thanks to everyone who came ❤️',
  'Details & photos below.',
  'We are hiring.',
  'That is all.',
  '',
  '',
];

/** Replies, most frequent first. */
export const answers: readonly Sentence[] = [
  { language: 'en', text: 'So true 😂' },
  { language: 'en', text: 'Congratulations!' },
  { language: 'en', text: 'I disagree about {}, sorry' },
  { language: 'en', text: '❤️❤️❤️' },
  { language: 'en', text: 'Where was this taken?' },
  { language: 'en', text: 'Tell me more about {}' },
  { language: 'en', text: '👏👏' },
  { language: 'en', text: 'This is why I love {}' },
  { language: 'es', text: 'Que bonito' },
  { language: 'de', text: 'Genau so ist es' },
  { language: 'ja', text: 'すごい' },
  { language: 'en', text: 'first!' },
  { language: 'en', text: 'not {} again…' },
  { language: 'en', text: 'Can you share the recipe?' },
  { language: 'en', text: 'I needed this today 🥺' },
  { language: 'en', text: 'Who else is here because of {}?' },
  { language: 'en', text: 'Saved for later 🙏' },
  { language: 'en', text: 'My sister does {} too!' },
  { language: 'es', text: '¡Me encanta {}! 😍' },
  { language: 'pt', text: 'Que saudade de {} 💛' },
  { language: 'fr', text: 'Trop beau ✨' },
  { language: 'id', text: 'Keren banget 🔥' },
  { language: 'tr', text: 'Harika olmuş 👏' },
  { language: 'ru', text: 'Как красиво!' },
  { language: 'ar', text: 'ما شاء الله 🌸' },
  { language: 'ko', text: '너무 예뻐요 😍' },
  { language: 'hi', text: 'बहुत बढ़िया 🙏' },
  { language: 'it', text: 'Bellissimo ❤️' },
  { language: 'vi', text: 'Đẹp quá 😍' },
  { language: 'pl', text: 'Świetne! Więcej {}' },
  { language: 'th', text: 'สวยมาก' },
  { language: 'de', text: 'Mehr {}, bitte! 😄' },
  { language: 'fr', text: 'Encore {} ? 😅' },
  { language: 'pt', text: 'Muito bom!' },
  { language: 'es', text: 'jajaja 😂😂' },
  { language: 'id', text: 'Mau dong belajar {}' },
  { language: 'ja', text: '{} いいですね ✨' },
  { language: 'ru', text: 'А мне нравится {} 🤷‍♀️' },
  { language: 'ar', text: 'أحب {} كثيرا' },
  { language: 'ko', text: '{} 최고!' },
  { language: 'vi', text: 'Mình cũng thích {}' },
  { language: 'tr', text: '{} candır' },
  { language: 'it', text: 'Anche io amo {}' },
  { language: 'en', text: '"{}" 💀' },
];

/** Parts of biographies. `{}` is the placeholder for a topic, `{other}` for another one. */
export const biographies: readonly string[] = [
  'All about {}',
  '{} and {other} | views are mine',
  'Writing on {}. Before that: {other}.',
  '📍 somewhere between {} and {other}',
  'He/they. {} enthusiast',
  '',
];

/** Hashtags of photos and posts, most frequent first. */
export const postHashtags: readonly string[] = [
  'love',
  'photooftheday',
  'nature',
  'travel',
  'food',
  'art',
  'summer',
  'coffee',
  'architecture',
  'gardening',
  'chess',
  'opendata',
  'baking',
  'football',
  'winter',
  'robots',
  'solarpower',
  'typography',
  'streetfood',
  'poetry',
];

/** Categories of business accounts. */
export const categories: readonly string[] = [
  'Café',
  'Photographer',
  'Bakery',
  'Musician/band',
  'Local business',
  'Public figure',
  'Clothing (Brand)',
];
