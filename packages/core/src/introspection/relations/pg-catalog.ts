import type { CatalogTable } from '@sdq/catalog';
import { databaseName, schemaName, schemaOids, type TableFacts, userName } from './facts.ts';
import { type GivenRow, givenTable } from './given-table.ts';
import { emptyRelations } from './pg-empty.ts';
import { postgresTypes } from './postgres-types.ts';

/** Identifiers of what there is one of. */
const oids = { user: 10, database: 16_383, heap: 2, btree: 403, pgClass: 1259, collation: 100 } as const;

const classColumns = `oid BIGINT, relname VARCHAR, relnamespace BIGINT, reltype BIGINT, reloftype BIGINT,
  relowner BIGINT, relam BIGINT, relfilenode BIGINT, reltablespace BIGINT, relpages INTEGER, reltuples FLOAT,
  relallvisible INTEGER, reltoastrelid BIGINT, reltoastidxid BIGINT, relhasindex BOOLEAN, relisshared BOOLEAN,
  relpersistence VARCHAR, relkind VARCHAR, relnatts BIGINT, relchecks BIGINT, relhasoids BOOLEAN, relhaspkey BOOLEAN,
  relhasrules BOOLEAN, relhastriggers BOOLEAN, relhassubclass BOOLEAN, relrowsecurity BOOLEAN,
  relforcerowsecurity BOOLEAN, relispopulated BOOLEAN, relreplident VARCHAR, relispartition BOOLEAN, relrewrite BIGINT,
  relfrozenxid BIGINT, relminmxid BIGINT, relacl VARCHAR[], reloptions VARCHAR[], relpartbound VARCHAR`;

const usualClass: GivenRow = {
  relnamespace: schemaOids.main,
  reltype: 0,
  reloftype: 0,
  relowner: oids.user,
  relfilenode: 0,
  reltablespace: 0,
  relpages: 0,
  reltuples: -1,
  relallvisible: 0,
  reltoastrelid: 0,
  reltoastidxid: 0,
  relisshared: false,
  relpersistence: 'p',
  relchecks: 0,
  relhasoids: false,
  relhasrules: false,
  relhastriggers: false,
  relhassubclass: false,
  relrowsecurity: false,
  relforcerowsecurity: false,
  relispopulated: true,
  relispartition: false,
  relrewrite: 0,
  relfrozenxid: 0,
  relminmxid: 0,
};

function classRows(tables: readonly TableFacts[]): GivenRow[] {
  return tables.flatMap(({ name, oid, columns, key }) => {
    const table = {
      ...usualClass,
      oid,
      relname: name,
      relam: oids.heap,
      relhasindex: key !== undefined,
      relhaspkey: key !== undefined,
      relkind: 'r',
      relnatts: columns.length,
      relreplident: 'd',
    };
    if (key === undefined) return [table];
    const index = {
      ...usualClass,
      oid: key.oid,
      relname: key.name,
      relam: oids.btree,
      relhasindex: false,
      relhaspkey: false,
      relkind: 'i',
      relnatts: key.columns.length,
      relreplident: 'n',
    };
    return [table, index];
  });
}

const attributeColumns = `attrelid BIGINT, attname VARCHAR, atttypid BIGINT, attstattarget INTEGER, attlen INTEGER,
  attnum INTEGER, attndims INTEGER, attcacheoff INTEGER, atttypmod INTEGER, attbyval BOOLEAN, attstorage VARCHAR,
  attalign VARCHAR, attnotnull BOOLEAN, atthasdef BOOLEAN, atthasmissing BOOLEAN, attidentity VARCHAR,
  attgenerated VARCHAR, attisdropped BOOLEAN, attislocal BOOLEAN, attinhcount INTEGER, attcollation BIGINT,
  attcompression VARCHAR, attacl VARCHAR[], attoptions VARCHAR[], attfdwoptions VARCHAR[], attmissingval VARCHAR[]`;

function attributeRows(tables: readonly TableFacts[]): GivenRow[] {
  const row = (relation: number, column: TableFacts['columns'][number], position: number) => ({
    attrelid: relation,
    attname: column.name,
    atttypid: column.postgres.oid,
    attstattarget: -1,
    attlen: column.postgres.length,
    attnum: position,
    attndims: column.postgres.elementOid === 0 ? 0 : 1,
    attcacheoff: -1,
    atttypmod: column.postgres.modifier,
    attbyval: column.postgres.length > 0 && column.postgres.length <= 8,
    attstorage: column.postgres.length < 0 ? 'x' : 'p',
    attalign: 'i',
    attnotnull: !column.isNullable,
    atthasdef: false,
    atthasmissing: false,
    attidentity: '',
    attgenerated: '',
    attisdropped: false,
    attislocal: true,
    attinhcount: 0,
    attcollation: column.postgres.category === 'S' ? oids.collation : 0,
    attcompression: '',
  });
  return tables.flatMap(({ oid, columns, key }) => [
    ...columns.map((column) => row(oid, column, column.position)),
    ...(key === undefined ? [] : key.columns.map((column, index) => row(key.oid, column, index + 1))),
  ]);
}

const typeColumns = `oid BIGINT, typname VARCHAR, typnamespace BIGINT, typowner BIGINT, typlen BIGINT,
  typbyval BOOLEAN, typtype VARCHAR, typcategory VARCHAR, typispreferred BOOLEAN, typisdefined BOOLEAN,
  typdelim VARCHAR, typrelid BIGINT, typsubscript BIGINT, typelem BIGINT, typarray BIGINT, typinput VARCHAR,
  typoutput VARCHAR, typreceive VARCHAR, typsend VARCHAR, typmodin VARCHAR, typmodout VARCHAR, typanalyze VARCHAR,
  typalign VARCHAR, typstorage VARCHAR, typnotnull BOOLEAN, typbasetype BIGINT, typtypmod INTEGER, typndims INTEGER,
  typcollation BIGINT, typdefaultbin VARCHAR, typdefault VARCHAR, typacl VARCHAR[]`;

function typeRows(): GivenRow[] {
  return postgresTypes.map((type) => ({
    oid: type.oid,
    typname: type.name,
    typnamespace: schemaOids.pg_catalog,
    typowner: oids.user,
    typlen: type.length,
    typbyval: type.length > 0 && type.length <= 8,
    typtype: 'b',
    typcategory: type.category,
    typispreferred: false,
    typisdefined: true,
    typdelim: ',',
    typrelid: 0,
    typsubscript: 0,
    typelem: type.elementOid,
    typarray: type.arrayOid,
    typinput: type.elementOid === 0 ? `${type.name}in` : 'array_in',
    typoutput: type.elementOid === 0 ? `${type.name}out` : 'array_out',
    typreceive: type.elementOid === 0 ? `${type.name}recv` : 'array_recv',
    typsend: type.elementOid === 0 ? `${type.name}send` : 'array_send',
    typalign: 'i',
    typstorage: type.length < 0 ? 'x' : 'p',
    typnotnull: false,
    typbasetype: 0,
    typtypmod: -1,
    typndims: 0,
    typcollation: type.category === 'S' ? oids.collation : 0,
  }));
}

/** One row per primary key. */
function keyRows(
  tables: readonly TableFacts[],
  row: (key: NonNullable<TableFacts['key']>, table: TableFacts) => GivenRow,
): GivenRow[] {
  return tables.flatMap((table) => (table.key === undefined ? [] : [row(table.key, table)]));
}

const indexColumns = `indexrelid BIGINT, indrelid BIGINT, indnatts INTEGER, indnkeyatts INTEGER, indisunique BOOLEAN,
  indnullsnotdistinct BOOLEAN, indisprimary BOOLEAN, indisexclusion BOOLEAN, indimmediate BOOLEAN,
  indisclustered BOOLEAN, indisvalid BOOLEAN, indcheckxmin BOOLEAN, indisready BOOLEAN, indislive BOOLEAN,
  indisreplident BOOLEAN, indkey INTEGER[], indcollation BIGINT[], indclass BIGINT[], indoption INTEGER[],
  indexprs VARCHAR, indpred VARCHAR`;

const constraintColumns = `oid BIGINT, conname VARCHAR, connamespace BIGINT, contype VARCHAR, condeferrable BOOLEAN,
  condeferred BOOLEAN, convalidated BOOLEAN, conrelid BIGINT, contypid BIGINT, conindid BIGINT, conparentid BIGINT,
  confrelid BIGINT, confupdtype VARCHAR, confdeltype VARCHAR, confmatchtype VARCHAR, conislocal BOOLEAN,
  coninhcount INTEGER, connoinherit BOOLEAN, conkey BIGINT[], confkey BIGINT[], conpfeqop BIGINT[], conppeqop BIGINT[],
  conffeqop BIGINT[], confdelsetcols BIGINT[], conexclop BIGINT[], conbin VARCHAR`;

function descriptionRows(tables: readonly TableFacts[]): GivenRow[] {
  const row = (objoid: number, objsubid: number, description: string) => ({
    objoid,
    classoid: oids.pgClass,
    objsubid,
    description,
  });
  return tables
    .flatMap(({ oid, description, columns }) => [
      row(oid, 0, description),
      ...columns.map((column) => row(oid, column.position, column.description)),
    ])
    .filter(({ description }) => description !== '');
}

const databaseColumns = `oid BIGINT, datname VARCHAR, datdba BIGINT, encoding INTEGER, datcollate VARCHAR,
  datctype VARCHAR, datistemplate BOOLEAN, datallowconn BOOLEAN, datconnlimit INTEGER, dattablespace BIGINT,
  datacl VARCHAR[], datlocprovider VARCHAR, daticulocale VARCHAR, datcollversion VARCHAR`;

const roleColumns = `oid BIGINT, rolname VARCHAR, rolsuper BOOLEAN, rolinherit BOOLEAN, rolcreaterole BOOLEAN,
  rolcreatedb BOOLEAN, rolcanlogin BOOLEAN, rolreplication BOOLEAN, rolconnlimit INTEGER, rolpassword VARCHAR,
  rolvaliduntil TIMESTAMP WITH TIME ZONE, rolbypassrls BOOLEAN, rolconfig VARCHAR[]`;

const tablesColumns = `schemaname VARCHAR, tablename VARCHAR, tableowner VARCHAR, tablespace VARCHAR,
  hasindexes BOOLEAN, hasrules BOOLEAN, hastriggers BOOLEAN, rowsecurity BOOLEAN`;

/** The parts of `pg_catalog` that tools read, with the columns of PostgreSQL and of DuckDB. */
export function pgCatalog(platform: string, tables: readonly TableFacts[]): CatalogTable[] {
  const make = (name: string, columns: string, rows: readonly GivenRow[]) =>
    givenTable(platform, `pg_catalog.${name}`, columns, rows);
  const schemas = Object.entries(schemaOids);
  return [
    make('pg_class', classColumns, classRows(tables)),
    make('pg_attribute', attributeColumns, attributeRows(tables)),
    make('pg_type', typeColumns, typeRows()),
    make(
      'pg_namespace',
      'oid BIGINT, nspname VARCHAR, nspowner BIGINT, nspacl VARCHAR[]',
      schemas.map(([nspname, oid]) => ({ oid, nspname, nspowner: oids.user })),
    ),
    make(
      'pg_index',
      indexColumns,
      keyRows(tables, ({ oid, columns }, table) => ({
        indexrelid: oid,
        indrelid: table.oid,
        indnatts: columns.length,
        indnkeyatts: columns.length,
        indisunique: true,
        indnullsnotdistinct: false,
        indisprimary: true,
        indisexclusion: false,
        indimmediate: true,
        indisclustered: false,
        indisvalid: true,
        indcheckxmin: false,
        indisready: true,
        indislive: true,
        indisreplident: false,
        indkey: columns.map(({ position }) => position),
        indcollation: columns.map(({ postgres }) => (postgres.category === 'S' ? oids.collation : 0)),
        indclass: columns.map(() => 0),
        indoption: columns.map(() => 0),
      })),
    ),
    make(
      'pg_constraint',
      constraintColumns,
      keyRows(tables, ({ name, oid, columns }, table) => ({
        oid,
        conname: name,
        connamespace: schemaOids.main,
        contype: 'p',
        condeferrable: false,
        condeferred: false,
        convalidated: true,
        conrelid: table.oid,
        contypid: 0,
        conindid: oid,
        conparentid: 0,
        confrelid: 0,
        confupdtype: ' ',
        confdeltype: ' ',
        confmatchtype: ' ',
        conislocal: true,
        coninhcount: 0,
        connoinherit: true,
        conkey: columns.map(({ position }) => position),
      })),
    ),
    make(
      'pg_description',
      'objoid BIGINT, classoid BIGINT, objsubid INTEGER, description VARCHAR',
      descriptionRows(tables),
    ),
    make('pg_database', databaseColumns, [
      {
        oid: oids.database,
        datname: databaseName,
        datdba: oids.user,
        encoding: 6,
        datcollate: 'C',
        datctype: 'C',
        datistemplate: false,
        datallowconn: true,
        datconnlimit: -1,
        dattablespace: 0,
        datlocprovider: 'c',
      },
    ]),
    make('pg_roles', roleColumns, [roleRow]),
    make(
      'pg_user',
      'usename VARCHAR, usesysid BIGINT, usecreatedb BOOLEAN, usesuper BOOLEAN, userepl BOOLEAN',
      [{ usename: userName, usesysid: oids.user, usecreatedb: false, usesuper: false, userepl: false }],
    ),
    make(
      'pg_tables',
      tablesColumns,
      tables.map(({ name, key }) => ({
        schemaname: schemaName,
        tablename: name,
        tableowner: userName,
        hasindexes: key !== undefined,
        hasrules: false,
        hastriggers: false,
        rowsecurity: false,
      })),
    ),
    make(
      'pg_indexes',
      'schemaname VARCHAR, tablename VARCHAR, indexname VARCHAR, tablespace VARCHAR, indexdef VARCHAR',
      keyRows(tables, (key, { name }) => ({
        schemaname: schemaName,
        tablename: name,
        indexname: key.name,
        indexdef: indexDefinition(key, name),
      })),
    ),
    make('pg_am', 'oid BIGINT, amname VARCHAR, amhandler VARCHAR, amtype VARCHAR', [
      { oid: oids.heap, amname: 'heap', amtype: 't' },
      { oid: oids.btree, amname: 'btree', amtype: 'i' },
    ]),
    make(
      'pg_collation',
      `oid BIGINT, collname VARCHAR, collnamespace BIGINT, collowner BIGINT, collprovider VARCHAR,
       collisdeterministic BOOLEAN, collencoding INTEGER, collcollate VARCHAR, collctype VARCHAR`,
      [
        {
          oid: oids.collation,
          collname: 'default',
          collnamespace: schemaOids.pg_catalog,
          collowner: oids.user,
          collprovider: 'd',
          collisdeterministic: true,
          collencoding: -1,
        },
      ],
    ),
    ...emptyRelations.map(([name, columns]) => make(name, columns, [])),
  ];
}

const roleRow: GivenRow = {
  oid: oids.user,
  rolname: userName,
  rolsuper: false,
  rolinherit: true,
  rolcreaterole: false,
  rolcreatedb: false,
  rolcanlogin: true,
  rolreplication: false,
  rolconnlimit: -1,
  rolbypassrls: false,
};

/** The statement that would make the index of a primary key. */
export function indexDefinition(key: NonNullable<TableFacts['key']>, table: string): string {
  const columns = key.definition.slice(key.definition.indexOf('('));
  return `CREATE UNIQUE INDEX ${key.name} ON ${schemaName}.${table} USING btree ${columns}`;
}
