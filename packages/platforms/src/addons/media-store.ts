import type { Transcript } from '@sdq/catalog/define';

/** A video file in the store. */
export interface StoredVideo {
  path: string;
  content_type: string;
  size_bytes: number;
  width: number | null;
  height: number | null;
  duration_ms: number | null;
  sha256: string;
}

/** A store of transcripts and video files of records. */
export interface MediaStore {
  /** Null when there is none. */
  findTranscript(platform: string, recordId: string): Promise<Transcript | null>;
  findVideo(platform: string, recordId: string): Promise<StoredVideo | null>;
}

/** An empty store. */
export const emptyMediaStore: MediaStore = {
  findTranscript: async () => null,
  findVideo: async () => null,
};
