/** The most frequent words of English captions, most frequent first. */
export const englishWords =
  'the a to and my i you of is for in this it me on with that so be when your do like at just love not we have was how one day no what all best new life get if out up good time video funny cute dance music happy make food cat dog recipe easy home family friends girl fashion makeup tutorial challenge trend story travel beach summer football gym workout fitness craft art drawing gaming comedy prank skincare haircut nails wedding baby puppy kitten chocolate cake pasta chicken vegan sushi coffee tea phone laptop money election climate space rocket guitar piano singer concert festival camping hiking garden morning night school teacher work boss paint wood river mountain snow rain city train street market bread soup salad lemon garlic honey dress shoes jacket vintage thrift study exam running yoga swimming cycling climbing skating chess books reading writing poem painting pottery knitting sewing';

/** Short reactions to videos; `{}` is the placeholder for a word in the video's language. */
export const reactions: readonly string[] = [
  '😂😂😂',
  '❤️❤️',
  '🔥🔥🔥',
  '{} 😭',
  '{}!!!',
  '{} {}',
  '{} {} 👏',
  'first',
  '😍',
  '{}?',
  '"{}" 💀',
  '{} & {}',
  'who is here in {}',
  '{} {} {} 🙏',
];

export const emoji = '😂 ❤️ 🔥 😍 ✨ 🥺 😭 💀 🙏 👀 🎉 💃 🐶 🐱 ⚽ 🍰 🫶🏽 👩‍🍳 🇧🇷 🏳️‍🌈 🤷‍♀️ 🌸 🎸 ☕';
