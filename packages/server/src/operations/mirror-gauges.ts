import { Gauge, type Registry } from 'prom-client';

/** The state of a mirror. */
export interface MirrorFigures {
  readonly address: string;
  readonly lagSeconds: number;
  readonly bytesBehind: number;
  readonly bytesLater: number;
  readonly checkedSecondsAgo: number;
}

/** Registers how far the index is behind the object store that it mirrors. */
export function addMirrorGauges(registry: Registry, figures: () => MirrorFigures): void {
  const gauge = (name: string, help: string, read: (figures: MirrorFigures) => number) => {
    const told: Gauge = new Gauge({
      name,
      help,
      registers: [registry],
      collect: () => told.set(read(figures())),
    });
  };
  gauge(
    'sdq_mirror_lag_seconds',
    'Seconds for which the object store has had a snapshot that is not here; 0 when it is',
    ({ lagSeconds }) => lagSeconds,
  );
  gauge(
    'sdq_mirror_bytes_behind',
    'Bytes of that snapshot that are still to be fetched',
    ({ bytesBehind }) => bytesBehind,
  );
  gauge(
    'sdq_mirror_bytes_later',
    'Bytes of the snapshot that is here that are still to be fetched: queries that read them wait',
    ({ bytesLater }) => bytesLater,
  );
  gauge(
    'sdq_mirror_checked_seconds_ago',
    'Seconds since the object store answered the last time',
    ({ checkedSecondsAgo }) => checkedSecondsAgo,
  );
}
