/** Which database the accounts lie in. */
export type DatabaseKind = 'sqlite' | 'postgres';
