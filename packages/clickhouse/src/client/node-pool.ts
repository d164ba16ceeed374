import type { BackendNode } from '@sdq/core/backend';
import type { ClusterAddress } from './cluster-address.ts';
import { type ClusterNode, openNodes } from './cluster-node.ts';
import { isLost } from './node-fault.ts';

/** A node that was lost is asked last for this long. */
const avoidedMs = 5_000;

/** The nodes of a cluster: any of them begins a query. */
export class NodePool {
  readonly nodes: readonly ClusterNode[];
  readonly #lostAt = new Map<ClusterNode, number>();
  readonly #queries = new Map<ClusterNode, number>();
  readonly #losses = new Map<ClusterNode, number>();
  #turn = 0;

  constructor(address: ClusterAddress) {
    this.nodes = openNodes(address);
  }

  /** Nodes that answered lately. */
  get living(): number {
    return this.nodes.filter((node) => !this.#isAvoided(node)).length;
  }

  status(): BackendNode[] {
    return this.nodes.map((node) => ({
      name: node.name,
      isUp: !this.#lostAt.has(node),
      queries: this.#queries.get(node) ?? 0,
      losses: this.#losses.get(node) ?? 0,
    }));
  }

  /** All nodes, the next one in turn first, those that were just lost last. */
  inTurn(): ClusterNode[] {
    const from = this.#turn++ % this.nodes.length;
    const all = [...this.nodes.slice(from), ...this.nodes.slice(0, from)];
    return [...all.filter((node) => !this.#isAvoided(node)), ...all.filter((node) => this.#isAvoided(node))];
  }

  /** Counts a query that is sent to a node. */
  asked(node: ClusterNode): void {
    this.#queries.set(node, (this.#queries.get(node) ?? 0) + 1);
  }

  lost(node: ClusterNode): void {
    this.#lostAt.set(node, Date.now());
    this.#losses.set(node, (this.#losses.get(node) ?? 0) + 1);
  }

  found(node: ClusterNode): void {
    this.#lostAt.delete(node);
  }

  /** Asks one node after the other until one answers. Errors: of the last one; faults other than a lost node at once. */
  async first<Value>(ask: (node: ClusterNode) => Promise<Value>): Promise<Value> {
    let last: unknown;
    for (const node of this.inTurn()) {
      try {
        const value = await ask(node);
        this.found(node);
        return value;
      } catch (error) {
        if (!isLost(error)) throw error;
        this.lost(node);
        last = error;
      }
    }
    throw last;
  }

  async close(): Promise<void> {
    await Promise.all(this.nodes.map(async (node) => await node.close()));
  }

  #isAvoided(node: ClusterNode): boolean {
    return Date.now() - (this.#lostAt.get(node) ?? Number.NEGATIVE_INFINITY) < avoidedMs;
  }
}
