import type { ChosenIndex } from '../../data/open-index.ts';
import type { PeerName } from '../../peers/prepare/prepare-peer.ts';

export interface RandomOptions extends ChosenIndex {
  /** The number of questions. */
  readonly random: number;
  readonly seed: number;
  /** Names of kinds; default: all. */
  readonly kinds?: readonly string[];
  readonly platform: string;
  /** If empty, only the engine is measured. */
  readonly peers: readonly PeerName[] | false;
  /** Measured runs of each question, after a first one. */
  readonly runs: number;
  /** Seconds after which a question is given up; it then counts as that time. */
  readonly timeout: number;
  /** Memory limit of each contestant in GiB, by its own accounting. */
  readonly memory: number;
  readonly isolation: 'in-process' | 'process';
  /** A file to which the questions are written; nothing is measured then. */
  readonly questions?: string;
}
