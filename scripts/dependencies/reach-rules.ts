/** Folders of which the first must not reach the others, through any chain of imports. */
export interface ReachRule {
  name: string;
  from: string[];
  never: string[];
}

const core = 'packages/core/src';
const duckdb = `${core}/backends/duckdb`;
const encode = 'packages/encode/src/';
const rowStore = 'packages/row-store/src/';

export const reachRules: ReachRule[] = [
  {
    name: 'the gate does not depend on planning or execution',
    from: [`${core}/gate/`],
    never: [`${duckdb}/plan/`, `${duckdb}/execute/`, `${duckdb}/process/`, encode, rowStore],
  },
  {
    name: 'a plan is made without execution',
    from: [`${duckdb}/plan/`],
    never: [`${core}/gate/`, `${duckdb}/execute/`, `${duckdb}/process/`, encode, rowStore],
  },
  {
    name: 'a question is read without what answers it',
    from: [`${core}/shape/`],
    never: [`${duckdb}/candidates/`, `${duckdb}/access-paths/`, `${duckdb}/plan/`, `${duckdb}/segments/`],
  },
  {
    name: 'access paths do not know who chooses them',
    from: [`${duckdb}/access-paths/`, `${duckdb}/candidates/`],
    never: [`${duckdb}/plan/`, `${duckdb}/segments/`, `${duckdb}/execute/`, `${core}/gate/`],
  },
  {
    name: 'encoding knows no store of rows',
    from: [encode],
    never: [rowStore, `${core}/`],
  },
];
