import type { BackendNode } from '@sdq/core/backend';
import type { ClusterAddress } from './cluster-address.ts';
import { type ClusterNode, openNodes } from './cluster-node.ts';
import { isLost } from './node-fault.ts';

/** A node that was lost is asked last for this long. */
const avoidedMs = 5_000;

interface NodeState {
  /** When it was lost; undefined once it answered again. */
  lostAt: number | undefined;
  queries: number;
  losses: number;
}

/** The nodes of a cluster: any of them begins a query. */
export class NodePool {
  readonly nodes: readonly ClusterNode[];
  readonly #states: ReadonlyMap<ClusterNode, NodeState>;
  #turn = 0;

  constructor(address: ClusterAddress) {
    this.nodes = openNodes(address);
    this.#states = new Map(this.nodes.map((node) => [node, { lostAt: undefined, queries: 0, losses: 0 }]));
  }

  /** Nodes that answered lately. */
  get living(): number {
    return this.nodes.filter((node) => !this.#isAvoided(node)).length;
  }

  status(): BackendNode[] {
    return [...this.#states].map(([{ name }, { lostAt, queries, losses }]) => ({
      ...{ name, isUp: lostAt === undefined, queries, losses },
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
    this.#stateOf(node).queries++;
  }

  lost(node: ClusterNode): void {
    const state = this.#stateOf(node);
    state.lostAt = Date.now();
    state.losses++;
  }

  found(node: ClusterNode): void {
    this.#stateOf(node).lostAt = undefined;
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
    return Date.now() - (this.#stateOf(node).lostAt ?? Number.NEGATIVE_INFINITY) < avoidedMs;
  }

  #stateOf(node: ClusterNode): NodeState {
    const state = this.#states.get(node);
    if (state === undefined) throw new Error(`${node.name} is of another pool`);
    return state;
  }
}
