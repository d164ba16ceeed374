import type { Result } from '../../data/result.ts';
import type { QueryTab } from '../../state/query-tabs.ts';

/** What a view of a result is given. */
export interface ViewProps {
  tab: QueryTab;
  result: Result | undefined;
  /** Changes when the result does: components are drawn again only for new properties. */
  round: number;
}
