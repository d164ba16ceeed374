/** Sentences of which posts and biographies are put together; `{}` stands for a topic. */

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

export const openings: readonly string[] = [
  'Today was all about {}.',
  'We learned a lot about {} this year',
  'Nobody told me how hard {} would be 😅',
  'Proud of the team: {} is live!',
  'Three things I wish I had known about {}:\n1. Start small\n2. Ask\n3. Write it down',
  'Is it just me, or is {} everywhere now?',
  'Nachdenken über {} – und was daraus folgt',
  'Hoy toca hablar de {} ✨',
  'Un petit mot sur {}…',
  '{} よりも大事なことはない 🌸',
  'Unpopular opinion: {} is "overrated"',
  'New post on {}, link in bio',
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

export const answers: readonly string[] = [
  'So true 😂',
  'Congratulations!',
  'I disagree about {}, sorry',
  '❤️❤️❤️',
  'Where was this taken?',
  'Tell me more about {}',
  '👏👏',
  'This is why I love {}',
  'Que bonito',
  'Genau so ist es',
  'すごい',
  'first!',
  'not {} again…',
  'Can you share the recipe?',
];

export const biographies: readonly string[] = [
  'All about {}',
  '{} and {} | views are mine',
  'Writing on {}. Before that: {}.',
  '📍 somewhere between {} and {}',
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
