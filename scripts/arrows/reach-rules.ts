/** Folders of which the first must not reach the others, through any chain of imports. */
export interface ReachRule {
  name: string;
  from: string[];
  never: string[];
}

const core = 'packages/core/src';

export const reachRules: ReachRule[] = [
  {
    name: 'the gate knows no plan and no execution',
    from: [`${core}/parse/`, `${core}/admit/`, `${core}/resolve/`],
    never: [`${core}/plan/`, `${core}/execute/`, `${core}/stream/`, `${core}/process/`],
  },
  {
    name: 'a plan is made without execution',
    from: [`${core}/plan/`],
    never: [`${core}/parse/`, `${core}/admit/`, `${core}/execute/`, `${core}/stream/`, `${core}/process/`],
  },
  {
    name: 'encoding knows no store of rows',
    from: [`${core}/stream/`],
    never: [`${core}/index/row-store/`, `${core}/execute/`, `${core}/plan/`],
  },
];
