import { textAtMost, wildcardsAtMost } from '../argument-rules.ts';
import { admitLimits } from '../limits.ts';
import { each, type FunctionGroup, names } from './group.ts';

/**
 * Operators, which DuckDB implements as functions. `~` between strings is `regexp_full_match`, `->` is a LAMBDA node.
 */
export const operators: FunctionGroup = {
  kind: 'scalar',
  free: names(`<=> + - * / // % ** ^ & | << >> ~ ! !__postfix @ || && @> <@ <-> ^@ ->>
    add subtract multiply divide mod xor`),
  bounded: {
    ...each(
      '~~ !~~ ~~* !~~* like_escape not_like_escape ilike_escape not_ilike_escape',
      wildcardsAtMost(1, '%', admitLimits.likeWildcardsMax),
    ),
    ...each('~~~', wildcardsAtMost(1, '*', admitLimits.globWildcardsMax), textAtMost(1, 1_000, 'pattern')),
  },
};
