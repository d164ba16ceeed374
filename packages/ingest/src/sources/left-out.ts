/** Names of files and folders that systems and programs leave behind. */
const rubbish: Readonly<Record<string, string>> = {
  __macosx: 'metadata of macOS',
  'thumbs.db': 'metadata of Windows',
  'desktop.ini': 'metadata of Windows',
  $recycle: 'metadata of Windows',
  '$recycle.bin': 'metadata of Windows',
  'system volume information': 'metadata of Windows',
  '@eadir': 'metadata of a file server',
  node_modules: 'packages of a program',
  __pycache__: 'cache of a program',
  _success: 'mark of a program',
  _started: 'mark of a program',
  _metadata: 'metadata of Parquet files',
  _common_metadata: 'metadata of Parquet files',
  _delta_log: 'metadata of Parquet files',
  _spark_metadata: 'metadata of Parquet files',
};

const endings: Readonly<Record<string, string>> = {
  'a video': 'mp4 m4v mov mkv webm avi flv wmv mpg mpeg 3gp ts',
  audio: 'mp3 m4a aac wav ogg opus flac wma',
  'an image': 'jpg jpeg jfif png gif webp heic heif avif bmp svg ico tif tiff psd image',
  'a web page': 'html htm xhtml mhtml warc har',
  subtitles: 'vtt srt ass ssa lrc ttml',
  'a document': 'pdf doc docx ppt pptx odt rtf md rst tex description',
  'a program or a font': 'py pyc ipynb r rmd sh bat ps1 exe dll so dylib jar css map ttf otf woff woff2',
  'an incomplete download': 'part crdownload download ytdl tmp temp partial',
  'a checksum or a signature': 'md5 sha1 sha256 sha512 crc sig asc',
  'a file beside a database, which is read with it': 'db-wal db-shm db-journal sqlite-wal sqlite-shm wal',
};

const reasonByEnding = new Map(
  Object.entries(endings).flatMap(([reason, list]) => list.split(' ').map((ending) => [ending, reason])),
);

/**
 * Why a file of a folder or an archive is left out, told by its path in there, with `/` between names; undefined if it is
 * taken. A file that the user names is never left out.
 */
export function leftOut(path: string): string | undefined {
  const names = path.split('/').map((name) => name.toLowerCase());
  for (const name of names) {
    if (name in rubbish) return rubbish[name];
    if (name.startsWith('.')) return 'a hidden file';
    if (name.startsWith('~$')) return 'a lock of an office program';
  }
  const last = names.at(-1) ?? '';
  return reasonByEnding.get(last.slice(last.lastIndexOf('.') + 1));
}
