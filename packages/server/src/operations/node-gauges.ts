import type { Engine, EngineStatus } from '@sdq/core';
import { Counter, Gauge, type Registry } from 'prom-client';

/** Registers the state of each node of the cluster that answers queries; without one, they have no samples. */
export function addNodeGauges(registry: Registry, engine: Engine): void {
  const perNode = (Kind: typeof Gauge | typeof Counter, name: string, help: string, read: ReadNode) => {
    const metric: Gauge<'node'> | Counter<'node'> = new Kind({
      name,
      help,
      labelNames: ['node'] as const,
      registers: [registry],
      collect() {
        metric.reset();
        for (const node of engine.status().nodes ?? []) metric.inc({ node: node.name }, read(node));
      },
    });
  };
  perNode(
    Gauge,
    'sdq_cluster_node_up',
    '1 for a node of the cluster that answered when it was asked last, else 0',
    ({ isUp }) => (isUp ? 1 : 0),
  );
  perNode(
    Counter,
    'sdq_cluster_queries_total',
    'Total queries sent to a node of the cluster, with repeated ones',
    ({ queries }) => queries,
  );
  perNode(
    Counter,
    'sdq_cluster_node_losses_total',
    'How often a node of the cluster did not answer or broke off',
    ({ losses }) => losses,
  );
}

type ReadNode = (node: NonNullable<EngineStatus['nodes']>[number]) => number;
