/** Metrics of a driver since the start. */
export interface DriverFigures {
  driver: string;
  calls: { op: string; outcome: string; count: number; seconds: number }[];
  circuits: { op: string; state: 'closed' | 'open' | 'half-open' }[];
  /** Calls in flight, and calls that wait for a permit of the driver. */
  running: number;
  waiting: number;
  runningMax: number;
  waitingMax: number;
  items: { op: string; read: number; dropped: number }[];
  /** Hits and misses of the response cache. */
  cache: { hits: number; misses: number };
}
