/** What one driver did since the start, and how it stands: plain numbers for metrics. */
export interface DriverFigures {
  driver: string;
  calls: { op: string; outcome: string; count: number; seconds: number }[];
  circuits: { op: string; state: 'closed' | 'open' | 'half-open' }[];
  /** Calls on their way, and calls that wait for one of the driver's places. */
  running: number;
  waiting: number;
  runningMax: number;
  waitingMax: number;
  items: { op: string; read: number; dropped: number }[];
  /** Answers that were at hand, and those that had to be fetched. */
  cache: { hits: number; misses: number };
}
