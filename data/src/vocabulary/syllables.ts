/** Syllables by script, from which all words are composed. They contain no names and no brands. Separated by blanks. */
export const syllables: Readonly<Record<string, string>> = {
  latin:
    'ka me lo ti ra su ne do vi pa che ron tal mi sol ber gen ly est an qu or ing ment co de li ma pre sto tra ul fa je ho',
  cyrillic:
    'ка ме ло ти ра су не до ви па че рон тал ми сол бер ген лы ест ан ор инг мент ко де ли ма пре сто тра',
  arabic: 'كا مي لو تي را سو ني دو في با شي رون تل مي سل بر جن لي ست ان',
  thai: 'กา มี โล ที รา สู เน โด วิ ปา เช รน ตา มิ โซ เบ เก ลี',
  kana: 'カ メ ロ ティ ラ ス ネ ド ビ パ か め ろ い ら す 日 山 語 空 花',
  han: '卡 美 羅 提 拉 蘇 內 多 維 帕 切 龍 塔 米 索 貝 日 花 山 海 空 影',
  hangul: '가 메 로 티 라 수 네 도 비 파 체 론 탈 미 솔 베',
  devanagari: 'का मे लो ति रा सु ने दो वि पा चे रो ता मि सो बे',
  bengali: 'কা মে লো তি রা সু নে দো বি পা চে রো তা মি',
  greek: 'κα με λο τι ρα σου νε δο βι πα τσε ρο τα μι',
  hebrew: 'קה מה לו טי רה סו נה דו וי פה שו גל',
};

/**
 * Syllables of a consonant and a vowel, two letters each. Two of them are the first half of a username, which therefore
 * always has four letters, so that no two pairs of halves give the same username.
 */
export const nameSyllables =
  'ba be bi bo ca ce co da de di do du fa fe fi fo ga ge go ha he hi ho ja je jo ka ke ki ko la le li lo lu ma me mi mo mu na ne ni no pa pe pi po ra re ri ro ru sa se si so ta te ti to va ve vi';
