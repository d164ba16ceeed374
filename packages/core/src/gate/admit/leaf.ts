import { faultOfConstant, faultOfType } from './types.ts';

/** Returns why a value that contains no node is refused, or null. */
export function faultOfLeaf(slot: string, value: unknown): string | null {
  switch (slot) {
    case 'constant':
      return faultOfConstant(value);
    case 'constants':
      return Array.isArray(value)
        ? (value.map(faultOfConstant).find((fault) => fault !== null) ?? null)
        : 'This construct is not supported';
    case 'type':
      return faultOfType(value);
    case 'types':
      return Array.isArray(value)
        ? (value.map((type) => faultOfType(type)).find((fault) => fault !== null) ?? null)
        : 'This construct is not supported';
    case 'data':
      return null;
    case 'nothing':
      return value === null || value === '' || value === false || (Array.isArray(value) && value.length === 0)
        ? null
        : 'This construct is not supported';
    case 'text':
      return typeof value === 'string' ? null : 'This construct is not supported';
    case 'number':
      return typeof value === 'number' ? null : 'This construct is not supported';
    case 'flag':
      return typeof value === 'boolean' ? null : 'This construct is not supported';
    default:
      return Array.isArray(value) && value.every((item) => typeof item === 'string')
        ? null
        : 'This construct is not supported';
  }
}
