/** Folders of which the first must not reach the others, through any chain of imports. */
export interface ReachRule {
  name: string;
  from: string[];
  never: string[];
}

const core = 'packages/core/src';
const encode = 'packages/encode/src/';
const rowStore = 'packages/row-store/src/';

export const reachRules: ReachRule[] = [
  {
    name: 'the gate knows no plan and no execution',
    from: [`${core}/gate/`],
    never: [`${core}/plan/`, `${core}/execute/`, `${core}/process/`, encode, rowStore],
  },
  {
    name: 'a plan is made without execution',
    from: [`${core}/plan/`],
    never: [`${core}/gate/`, `${core}/execute/`, `${core}/process/`, encode, rowStore],
  },
  {
    name: 'a question is read without what answers it',
    from: [`${core}/shape/`],
    never: [`${core}/candidates/`, `${core}/access-paths/`, `${core}/plan/`, `${core}/segments/`],
  },
  {
    name: 'access paths do not know who chooses them',
    from: [`${core}/access-paths/`, `${core}/candidates/`],
    never: [`${core}/plan/`, `${core}/segments/`, `${core}/execute/`, `${core}/gate/`],
  },
  {
    name: 'encoding knows no store of rows',
    from: [encode],
    never: [rowStore, `${core}/`],
  },
];
