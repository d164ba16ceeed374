/** The kind of the account database. */
export type DatabaseKind = 'sqlite' | 'postgres';
