/**
 * Statements that a list collected elsewhere expects to be refused, and that the gate admits since: they are harmless, and
 * analysts write such casts and calls.
 */
const admittedSince = new Set([
  `SELECT * FROM json_each('{"a":1}')`,
  `SELECT '1'::JSON`,
  `SELECT TRY_CAST('{"a":1}' AS JSON)`,
  `SELECT 'POINT(1 1)'::GEOMETRY`,
  `SELECT st_geomfromwkb('\\x01\\x01'::BLOB)`,
  'SELECT subtract(c, 1.5) FROM (SELECT NULL::VARIANT AS c FROM range(5))',
]);

export function isAdmittedSince(sql: string): boolean {
  return admittedSince.has(sql);
}
