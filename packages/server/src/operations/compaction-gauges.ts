import type { CompactionFigures } from '@sdq/core';
import { Gauge, type Registry } from 'prom-client';

/** Registers what the service compacts by itself. */
export function addCompactionGauges(registry: Registry, figures: () => CompactionFigures): void {
  const gauge = (name: string, help: string, read: (figures: CompactionFigures) => number) => {
    const told: Gauge = new Gauge({
      name,
      help,
      registers: [registry],
      collect: () => told.set(read(figures())),
    });
  };
  gauge('sdq_compactions', 'Tables that were compacted since the start', (each) => each.compactions);
  gauge('sdq_compactions_failed', 'Compactions that failed since the start', (each) => each.failed);
  gauge('sdq_compaction_bytes', 'Bytes that compaction has written, about', (each) => each.bytesWritten);
  gauge('sdq_compaction_cpu_seconds', 'CPU seconds of compaction, about', (each) => each.cpuSeconds);
  gauge('sdq_compaction_running', 'Whether a table is being compacted', (each) => Number(each.isRunning));
  gauge('sdq_compaction_due', 'Tables whose compaction is due', (each) => each.due);
  gauge(
    'sdq_retention_rows_dropped',
    'Rows that retention rules have dropped since the start',
    (each) => each.rowsDropped,
  );
  gauge('sdq_compaction_waiting', 'Those of them that wait for the budget', (each) => each.waiting);
}
