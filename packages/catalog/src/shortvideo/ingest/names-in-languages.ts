/**
 * Column names in languages other than English, without the words for video and number that are ignored in names. They are
 * compared without accents, capitals and separators.
 */
export const inLanguages = {
  play_count: names(`
    visualizaciones vistas reproducciones vues lectures visionnages aufrufe wiedergaben abspielungen visualizações
    reproduções exibições visualizzazioni riproduzioni weergaven wyświetlenia wyświetleń odtworzenia zhlédnutí přehrání
    vizualizări просмотры просмотров перегляди переглядів görüntülenme görüntüleme izlenme izlenmeler المشاهدات مشاهدات
    بازدید צפיות व्यूज tayangan penayangan ditonton lượt_xem ยอดวิว การดู 播放量 播放数 播放次数 播放 观看量 观看数 观看次数
    觀看次數 瀏覽數 再生数 再生回数 視聴回数 조회수 재생수 visningar visninger katselukerrat προβολές megtekintések
    दृश्य देखे_गए बार_देखा_गया व्यू व्यूज़ देखने_की_संख्या दृश्यों_की_संख्या`),
  like_count: names(`
    me_gusta likes_recibidos mentions_j'aime mention_j'aime j'aime aime gefällt_mir gefällt_mir_angaben curtidas gostos
    mi_piace vind-ik-leuks polubienia polubień lajki líbí_se_mi to_se_mi_líbí aprecieri лайки лайков отметки_нравится
    вподобання beğeni beğeniler beğenme الإعجابات إعجابات الاعجابات پسند לייקים लाइक suka disukai lượt_thích ถูกใจ ยอดไลค์
    点赞数 点赞量 点赞 获赞数 赞 讚 按讚數 いいね数 いいね 좋아요 좋아요수 gilla-markeringar tykkäykset kedvelések
    पसंद लाइक्स पसंद_किए_गए पसंद_की_संख्या लाइक_की_संख्या`),
  comment_count: names(`
    comentarios commentaires kommentare comentários commenti reacties opmerkingen komentarze komentarzy komentáře
    комментарии комментариев коментарі коментарів yorum yorumlar التعليقات تعليقات نظرات תגובות टिप्पणियां komentar
    bình_luận ความคิดเห็น คอมเมนต์ 评论数 评论量 评论 留言数 留言數 コメント数 コメント 댓글수 댓글 kommentarer kommentit
    टिप्पणी टिप्पणियाँ टिप्पणियों_की_संख्या कमेंट कमेंट्स`),
  share_count: names(`
    compartidos compartido veces_compartido partages geteilt weitergeleitet shares_geteilt compartilhamentos partilhas
    condivisioni gedeeld keer_gedeeld udostępnienia udostępnień sdílení distribuiri репосты репостов поделились поширення
    paylaşım paylaşımlar paylaşma المشاركات مشاركات اشتراک‌گذاری שיתופים dibagikan lượt_chia_sẻ แชร์ ยอดแชร์ 分享数 分享量
    转发数 转发量 转发 分享 分享數 シェア数 シェア 공유수 공유 delningar delinger jaot
    शेयर साझा साझा_किए_गए शेयर_की_संख्या`),
  collect_count: names(`
    guardados guardado veces_guardado enregistrements favoris gespeichert favoriten salvos salvamentos
    salvataggi salvati opgeslagen zapisane uložení salvări сохранения сохранений избранное збереження kaydetme kaydedilen
    الحفظ المحفوظات disimpan lượt_lưu 收藏数 收藏量 收藏 保存数 ブックマーク数 저장수 저장 sparade
    सहेजे_गए सहेजा_गया सेव पसंदीदा`),
  video_id: names(`
    vídeo_id identifiant kennung identificador identificativo идентификатор ид ид_видео kimliği kimlik المعرف معرف معرف_الفيديو
    شناسه 视频id 作品id 视频编号 動画id 投稿id 영상id 동영상id
    वीडियो_आईडी आईडी वीडियो_क्रमांक`),
  url: names(`
    enlace enlace_url lien lien_url ссылка адрес посилання bağlantı الرابط رابط link_vídeo 链接 视频链接 作品链接
    视频地址 लिंक リンク 動画url 링크 영상url
    कड़ी यूआरएल वीडियो_लिंक वीडियो_कड़ी`),
  author: names(`
    usuario cuenta nombre_de_usuario autor creador compte utilisateur nom_d'utilisateur pseudo auteur créateur nutzername
    benutzername nutzer benutzer konto kontoname autorin usuário nome_de_usuário conta criador utente nome_utente account
    gebruikersnaam użytkownik nazwa_użytkownika uživatel uživatelské_jméno utilizator автор пользователь имя_пользователя
    аккаунт ник никнейм_автора користувач kullanıcı kullanıcı_adı hesap المستخدم اسم_المستخدم الحساب صاحب_الحساب کاربر
    pengguna nama_pengguna akun tên_người_dùng người_dùng ชื่อผู้ใช้ 达人账号 抖音号 账号 作者账号 用户名 作者 帳號 使用者名稱
    ユーザー名 アカウント 投稿者 작성자 계정 사용자 사용자명 아이디 användarnamn
    उपयोगकर्ता उपयोगकर्ता_नाम यूज़रनेम लेखक रचनाकार खाता`),
  nickname: names(`
    apodo nombre_visible surnom anzeigename nome_exibido nombre_para_mostrar никнейм отображаемое_имя görünen_ad 达人昵称
    昵称 作者昵称 达人名称 暱稱 ニックネーム 表示名 닉네임 nama_tampilan
    उपनाम प्रदर्शित_नाम`),
  author_id: names(`
    id_de_usuario id_del_autor id_usuario id_utilisateur nutzer-id benutzer-id id_do_usuário id_do_autor id_автора
    id_пользователя kullanıcı_id 作者id 用户id 达人id ユーザーid 작성자id 사용자id
    उपयोगकर्ता_आईडी लेखक_आईडी`),
  follower_count: names(`
    seguidores abonnés abonnenten followeranzahl follower seguaci volgers obserwujący sledující подписчики подписчиков
    подписчиков_автора підписники takipçi takipçiler takipçi_sayısı المتابعون المتابعين pengikut người_theo_dõi ผู้ติดตาม
    粉丝数 粉丝量 粉丝 粉絲數 フォロワー数 フォロワー 팔로워 팔로워수
    फ़ॉलोअर फ़ॉलोअर्स फॉलोवर्स अनुयायी अनुयायियों_की_संख्या`),
  description: names(`
    descripción texto título leyenda légende texte titre beschreibung titel bildunterschrift text_des_beitrags descrição
    legenda título_do_vídeo descrizione didascalia titolo testo beschrijving bijschrift opis tytuł popis titulek descriere
    описание подпись текст название заголовок опис açıklama başlık metin الوصف وصف العنوان نص توضیحات תיאור विवरण
    deskripsi keterangan judul mô_tả tiêu_đề คำอธิบาย 视频标题 标题 描述 文案 视频描述 作品标题 作品描述 視頻標題 標題 説明
    説明文 タイトル キャプション 本文 설명 제목 본문 캡션 beskrivning
    विवरण कैप्शन शीर्षक पाठ वीडियो_विवरण`),
  create_time: names(`
    fecha fecha_de_publicación fecha_publicación publicado publicado_el fecha_y_hora fecha_de_creación date_de_publication
    publié publié_le date_de_création date_de_mise_en_ligne veröffentlicht veröffentlicht_am datum veröffentlichungsdatum
    erstellt erstellt_am gepostet_am hochgeladen_am data data_de_publicação publicado_em data_da_publicação data_de_criação
    data_di_pubblicazione pubblicato pubblicato_il publicatiedatum geplaatst_op data_publikacji opublikowano
    datum_zveřejnění zveřejněno data_publicării дата дата_публикации опубликовано время_публикации дата_создания
    дата_публікації yayın_tarihi paylaşım_tarihi tarih yayınlanma_tarihi oluşturulma_tarihi تاريخ_النشر التاريخ تاريخ
    وقت_النشر تاريخ_الإنشاء تاریخ תאריך tanggal tanggal_unggah tanggal_posting ngày_đăng วันที่ วันที่โพสต์ 发布时间 发布日期
    创建时间 投稿时间 发表时间 發布時間 發佈日期 日期 投稿日 投稿日時 公開日 公開日時 日付 게시일 작성일 업로드일 업로드_날짜
    등록일 날짜 publiceringsdatum
    दिनांक तिथि तारीख प्रकाशन_तिथि प्रकाशित प्रकाशन_समय बनाने_की_तारीख`),
  duration_ms: names(`
    duración durée dauer länge laufzeit duração durata duur lengte czas_trwania długość délka durată длительность
    продолжительность тривалість süre uzunluk المدة مدة مدت durasi thời_lượng ระยะเวลา 时长 视频时长 作品时长 時長 長さ
    動画の長さ 再生時間 길이 영상길이 재생시간 längd
    अवधि लंबाई समयावधि`),
  hashtags: names(`
    etiquetas hashtags_utilizados mots-dièse schlagwörter étiquettes хештеги хэштеги теги etiketler الوسوم الهاشتاغات
    话题 话题标签 标签 ハッシュタグ 해시태그 tagar
    हैशटैग हैशटैग्स टैग`),
  music_title: names(`
    música canción sonido musique chanson musik lied canzone musica muziek музыка звук трек müzik الموسيقى 音乐 背景音乐
    音楽 楽曲 음악
    संगीत गाना ध्वनि गीत`),
  region: names(
    'país pays land paese kraj země страна регион ülke البلد الدولة 国家 地区 国 地域 국가 지역 negara देश क्षेत्र',
  ),
  language: names('idioma langue sprache lingua taal język jazyk язык dil اللغة 语言 言語 언어 bahasa भाषा'),
} as const;

function names(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
