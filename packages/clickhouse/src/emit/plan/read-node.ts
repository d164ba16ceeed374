import { refuse } from '../refusal.ts';

/** A node of the plan. Its keys were checked; readers say what they expect of a value. */
export type PlanNode = Readonly<Record<string, unknown>>;

export function isNode(value: unknown): value is PlanNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function nodeOf(value: unknown): PlanNode {
  return isNode(value) ? value : refuse('a plan of this form');
}

export function nodesOf(value: unknown): readonly PlanNode[] {
  return Array.isArray(value) ? value.map(nodeOf) : refuse('a plan of this form');
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : refuse('a plan of this form');
}

export function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : refuse('a plan of this form');
}

/** The first input of an operator. */
export function inputOf(node: PlanNode, at = 0): PlanNode {
  return nodeOf(nodesOf(node.children)[at]);
}
