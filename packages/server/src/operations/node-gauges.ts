import type { Engine } from '@sdq/core';
import { Counter, Gauge, type Registry } from 'prom-client';

/** Registers the state of each node of the cluster that answers queries; without one, they have no samples. */
export function addNodeGauges(registry: Registry, engine: Engine): void {
  const registers = [registry];
  const labelNames = ['node'] as const;
  const nodes = () => engine.status().nodes ?? [];
  const up: Gauge<'node'> = new Gauge({
    name: 'sdq_cluster_node_up',
    help: '1 for a node of the cluster that answered when it was asked last, else 0',
    ...{ labelNames, registers },
    collect() {
      up.reset();
      for (const { name, isUp } of nodes()) up.set({ node: name }, isUp ? 1 : 0);
    },
  });
  const queries: Counter<'node'> = new Counter({
    name: 'sdq_cluster_queries_total',
    help: 'Total queries sent to a node of the cluster, with repeated ones',
    ...{ labelNames, registers },
    collect() {
      queries.reset();
      for (const { name, queries: sent } of nodes()) queries.inc({ node: name }, sent);
    },
  });
  const losses: Counter<'node'> = new Counter({
    name: 'sdq_cluster_node_losses_total',
    help: 'How often a node of the cluster did not answer or broke off',
    ...{ labelNames, registers },
    collect() {
      losses.reset();
      for (const { name, losses: lost } of nodes()) losses.inc({ node: name }, lost);
    },
  });
}
