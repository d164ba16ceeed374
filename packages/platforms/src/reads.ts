import type {
  Company,
  CompanyName,
  HashtagFacts,
  JsonValue,
  MicroComment,
  MicroProfile,
  NetworkAuthor,
  NetworkPost,
  NetworkProfile,
  Person,
  PhotoComment,
  PhotoListedPost,
  PhotoPerson,
  PhotoPost,
  PhotoProfile,
  PhotoUserPost,
  Transcript,
  Tweet,
  Video,
  VideoComment,
  VideoProfile,
} from '@sdq/contract';
import type { DriverFigures } from './driver-figures.ts';

/**
 * What can be read of the platforms, whoever answers it: the local index or a platform's own API. Items are in the
 * form of the service's answers. A read of one thing is a list of at most one.
 */
export interface Reads {
  'shortvideo.feed': { input: { seed: string }; item: Video };
  'shortvideo.profile': { input: { username?: string; sec_uid?: string }; item: VideoProfile };
  'shortvideo.profile-videos': { input: { username: string }; item: Video };
  'shortvideo.hashtag': { input: { name?: string; challenge_id?: string }; item: HashtagFacts };
  'shortvideo.hashtag-videos': { input: { name: string }; item: Video };
  'shortvideo.transcripts': { input: { ids: readonly string[] }; item: RecordTranscript };
  'shortvideo.video': { input: { video_id: string }; item: { video_id: string } };
  'shortvideo.comments': { input: { video_id: string }; item: VideoComment };
  'network.profile': { input: { username: string }; item: NetworkProfile };
  'network.author': { input: { username: string }; item: NetworkAuthor };
  'network.user-posts': { input: { author: NetworkAuthor }; item: NetworkPost };
  'network.company': {
    input: { company?: string; company_id?: string };
    item: { company: Company; names: CompanyName };
  };
  'network.company-posts': { input: { names: CompanyName; sort_by: 'recent' | 'top' }; item: NetworkPost };
  'network.people': { input: PeopleQuery; item: Person };
  'network.people-total': { input: PeopleQuery; item: { total: number } };
  'photo.profile': { input: { username: string }; item: PhotoProfile };
  'photo.followers': { input: { username: string }; item: PhotoPerson };
  'photo.following': { input: { username: string }; item: PhotoPerson };
  'photo.user-posts': { input: { username: string; reels_only: boolean }; item: PhotoUserPost & MediaId };
  'photo.post': { input: { code: string }; item: PhotoPost & MediaId };
  'photo.hashtag': {
    input: { keyword: string; feed_type: 'top' | 'recent' | 'reels' };
    item: PhotoListedPost & MediaId;
  };
  'photo.transcripts': { input: { ids: readonly string[] }; item: RecordTranscript };
  'photo.media': { input: { media_id: string }; item: { comment_count: number } };
  'photo.comments': { input: { media_id: string; sort_order: 'popular' | 'recent' }; item: PhotoComment };
  'micro.profile': { input: { username: string }; item: MicroProfile };
  'micro.user-posts': { input: { username: string }; item: Tweet };
  'micro.post': { input: { id: string }; item: Tweet };
  'micro.comments': { input: { id: string }; item: MicroComment };
  'micro.search': { input: { keyword: string }; item: Tweet };
}

/** People by employer or school; what is not given does not matter. */
export interface PeopleQuery {
  company?: string;
  school?: string;
  current_company?: boolean;
}

/** What is said in a record. */
export interface RecordTranscript {
  id: string;
  transcript: Transcript;
}

/** The id that a post's comments are listed by; answers leave it out. Null where the source does not tell. */
export interface MediaId {
  media_id: string | null;
}

export type ReadName = keyof Reads;

/** Where a source goes on reading a list; what it holds is the source's own business. */
export type Place = JsonValue;

/** One page of a list as its source gives it: it may be empty though more follows. */
export interface Page<Item> {
  /** Undefined stands for a record that cannot be read or does not belong here, so that the others keep their places. */
  items: (Item | undefined)[];
  /** Undefined at the end of the list. */
  next: Place | undefined;
  /** Whether a page that follows is sure to hold an item; else it is looked at before the caller is told of it. */
  isNextSure: boolean;
  /** Whether places may be the same on page after page and yet lead on. */
  mayRepeatPlaces?: boolean;
  /** Pages without new records after which the list is taken for ended; default 2. */
  emptyPagesMax?: number;
}

/** On whose behalf and how long a read may go on, and what it has cost so far. */
export interface ReadContext {
  /** Who shares turns of the engine with other requests of the same caller. */
  owner: string;
  /** Aborted when the caller is gone or the request's time is over. */
  signal: AbortSignal;
  /** `performance.now()` at which the request must have been answered. */
  deadline: number;
  /** Records that the caller can still use; a source may read pages of that size. */
  wanted: number;
  /** Called once for each physical call that leaves, or each page that is read of the index. */
  onCall(): void;
  /** Called with the snapshot that an embedded page was read from. */
  onSnapshot(snapshotId: string): void;
}

/** How a source reads one page. Errors: AppError; an unknown name is a page without items and without a next one. */
export type Read<Name extends ReadName> = (
  input: Reads[Name]['input'],
  place: Place | undefined,
  context: ReadContext,
) => Promise<Page<Reads[Name]['item']>>;

/** Some reads, under the name of who answers them. */
export interface Source {
  readonly id: string;
  /** Undefined for what the source cannot read at all, or not with this input. */
  find<Name extends ReadName>(name: Name, input: Reads[Name]['input']): Read<Name> | undefined;
  /** What it did so far; none of a source that calls nobody. */
  figures?(): DriverFigures;
  /** Ends its connections. */
  close?(): Promise<void>;
}

/** What makes two items the same one, so that a list repeats none. */
export const identity: { readonly [Name in ReadName]?: (item: Reads[Name]['item']) => string } = {
  'shortvideo.feed': (video) => video.video_id,
  'shortvideo.profile-videos': (video) => video.video_id,
  'shortvideo.hashtag-videos': (video) => video.video_id,
  'shortvideo.transcripts': ({ id }) => id,
  'photo.transcripts': ({ id }) => id,
  'shortvideo.comments': (comment) => comment.comment_id,
  'network.user-posts': (post) => post.post_id,
  'network.company-posts': (post) => post.post_id,
  'network.people': (person) => person.username,
  'photo.followers': (person) => person.username,
  'photo.following': (person) => person.username,
  'photo.user-posts': (post) => post.id,
  'photo.hashtag': (post) => post.id,
  'photo.comments': (comment) => comment.id,
  'micro.user-posts': (tweet) => tweet.id,
  'micro.comments': (comment) => comment.id,
  'micro.search': (tweet) => tweet.id,
};
