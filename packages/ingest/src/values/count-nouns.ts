/** What is counted, as pages write it after a count, in lower case: `228.2B views`, `1,2 Mio. Aufrufe`. */
const nouns: ReadonlySet<string> = new Set(
  [
    'view|views|play|plays|watch|watches|like|likes|heart|hearts|comment|comments|share|shares|repost|reposts',
    'retweet|retweets|quote|quotes|reply|replies|save|saves|favorite|favorites|favourite|favourites|bookmark',
    'bookmarks|follower|followers|following|subscriber|subscribers|fan|fans|video|videos|post|posts|clip|clips',
    'sound|sounds|user|users|people|member|members|employee|employees|reaction|reactions|impression|impressions',
    'connection|connections|download|downloads|time|times|total|total views|video views|others',
    "vue|vues|visionnage|visionnages|lecture|lectures|j’aime|j'aime|mention j’aime|mentions j’aime|abonné|abonnés",
    'commentaire|commentaires|partage|partages|vidéo|vidéos|publication|publications',
    'aufruf|aufrufe|wiedergaben|abonnent|abonnenten|kommentar|kommentare|gefällt mir|beitrag|beiträge|mal geteilt',
    'visualización|visualizaciones|vista|vistas|reproducción|reproducciones|me gusta|comentario|comentarios',
    'compartido|compartidos|seguidor|seguidores|suscriptores|publicaciones|vídeo|vídeos',
    'visualização|visualizações|curtida|curtidas|gostos|compartilhamento|compartilhamentos|comentário|comentários',
    'inscritos|publicações|visualizzazione|visualizzazioni|mi piace|commento|commenti|condivisioni|iscritti|video',
    'просмотр|просмотра|просмотры|просмотров|лайк|лайка|лайки|лайков|комментарий|комментария|комментариев',
    'подписчик|подписчика|подписчиков|видео|репост|репоста|репостов|отметок «нравится»|перегляд|перегляди|переглядів',
    'wyświetlenie|wyświetlenia|wyświetleń|polubienie|polubienia|polubień|komentarzy|obserwujących',
    'weergave|weergaven|vind-ik-leuks|reacties|volgers|görüntüleme|görüntülenme|izlenme|beğeni|beğenme|yorum|takipçi',
    'paylaşım|مشاهدة|مشاهدات|إعجاب|إعجابات|تعليق|تعليقات|متابع|متابعين|بازدید|پسند|نظر|دنبال‌کننده|ویوز|لائکس',
    'व्यू|व्यूज़|व्यूज|बार देखा गया|लाइक|ভিউ|বার দেখা হয়েছে|লাইক|次|次观看|次觀看|次播放|播放|播放量|观看|觀看|赞|讚|点赞|评论|留言',
    '粉丝|人|个|回|回視聴|回再生|再生|件|件のコメント|いいね|フォロワー|회|조회|조회수 회|명|개|좋아요|댓글|구독자',
    'lượt xem|lượt thích|lượt|bình luận|người theo dõi|ditonton|x ditonton|tayangan|tontonan|suka|komentar|pengikut',
    'ครั้ง|การดู|คน|ถูกใจ|ผู้ติดตาม|vizualizări|zhlédnutí',
  ]
    .join('|')
    .split('|')
    .map((noun) => noun.normalize('NFC')),
);

/** Whether a text after a count only says what is counted. */
export function isCountNoun(text: string): boolean {
  const noun = text
    .replace(/^[\s.,:+]+|[\s.,:+]+$/g, '')
    .replace(/^(?:de|di|of|d’|d')\s*(?=\p{L})/u, '')
    .trim();
  return noun === '' || nouns.has(noun);
}
