import type { Database } from '@sdq/duckdb';

/** The characters that a case function changes, and what each becomes, at the same place of the second text. */
export interface CaseMap {
  readonly from: string;
  readonly to: string;
}

export interface CaseMaps {
  readonly lower: CaseMap;
  readonly upper: CaseMap;
}

/** No character above changes its case. */
const codePointsRead = 0x2_00_00;

/** DuckDB maps each code point on its own: reads how. */
export async function readCaseMaps(connection: Awaited<ReturnType<Database['connect']>>): Promise<CaseMaps> {
  const read = async (name: string): Promise<CaseMap> => {
    const result = await connection.runAndReadAll(
      `SELECT string_agg(c, '' ORDER BY i), string_agg(${name}(c), '' ORDER BY i)
       FROM (SELECT i, chr(i::INTEGER) AS c FROM range(1, ${codePointsRead}) AS r(i)
             WHERE i NOT BETWEEN 55296 AND 57343) WHERE ${name}(c) <> c`,
    );
    const [from, to] = (result.getRows()[0] ?? []).map(String);
    if (from === undefined || to === undefined || [...from].length !== [...to].length)
      throw new Error(`${name} of DuckDB does not map each character to one`);
    return { from, to };
  };
  return { lower: await read('lower'), upper: await read('upper') };
}
