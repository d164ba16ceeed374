/** What was or may be delivered, as prices count it. */
export interface Delivered {
  records: number;
  addons?: Partial<
    Record<'transcripts' | 'video_files' | 'comments' | 'followers' | 'following' | 'employees', number>
  >;
}
