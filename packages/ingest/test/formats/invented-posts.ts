/** IDs of invented posts that contain their creation times. */
export function tweetId(time: string, serial = 0): string {
  return String(((BigInt(Date.parse(time)) - 1_288_834_974_657n) << 22n) + BigInt(serial));
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** The shortcode of a numeric ID of a photo post. */
export function shortcodeOf(id: string): string {
  let code = '';
  for (let rest = BigInt(id); rest > 0n; rest /= 64n) code = alphabet[Number(rest % 64n)] + code;
  return code;
}

/** The content of a CSV file with one row. */
export function csv(columns: Readonly<Record<string, string>>): string {
  const quoted = (texts: string[]) => texts.map((text) => `"${text.replaceAll('"', '""')}"`).join(',');
  return `${quoted(Object.keys(columns))}\n${quoted(Object.values(columns))}\n`;
}
