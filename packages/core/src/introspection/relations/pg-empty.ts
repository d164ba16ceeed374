/**
 * Relations of `pg_catalog` that tools read and that have no rows here: no views, functions, defaults, triggers,
 * partitions. Names with their columns.
 */
export const emptyRelations: readonly (readonly [name: string, columns: string])[] = [
  ['pg_attrdef', 'oid BIGINT, adrelid BIGINT, adnum INTEGER, adbin VARCHAR, adsrc VARCHAR'],
  ['pg_auth_members', 'roleid BIGINT, member BIGINT, grantor BIGINT, admin_option BOOLEAN'],
  [
    'pg_cast',
    'oid BIGINT, castsource BIGINT, casttarget BIGINT, castfunc BIGINT, castcontext VARCHAR, castmethod VARCHAR',
  ],
  [
    'pg_depend',
    `classid BIGINT, objid BIGINT, objsubid INTEGER, refclassid BIGINT, refobjid BIGINT, refobjsubid INTEGER,
     deptype VARCHAR`,
  ],
  ['pg_enum', 'oid BIGINT, enumtypid BIGINT, enumsortorder FLOAT, enumlabel VARCHAR'],
  [
    'pg_extension',
    `oid BIGINT, extname VARCHAR, extowner BIGINT, extnamespace BIGINT, extrelocatable BOOLEAN, extversion VARCHAR`,
  ],
  ['pg_foreign_server', 'oid BIGINT, srvname VARCHAR, srvowner BIGINT, srvfdw BIGINT, srvoptions VARCHAR[]'],
  ['pg_foreign_table', 'ftrelid BIGINT, ftserver BIGINT, ftoptions VARCHAR[]'],
  ['pg_inherits', 'inhrelid BIGINT, inhparent BIGINT, inhseqno INTEGER, inhdetachpending BOOLEAN'],
  ['pg_language', 'oid BIGINT, lanname VARCHAR, lanowner BIGINT, lanispl BOOLEAN, lanpltrusted BOOLEAN'],
  [
    'pg_matviews',
    `schemaname VARCHAR, matviewname VARCHAR, matviewowner VARCHAR, tablespace VARCHAR, hasindexes BOOLEAN,
     ispopulated BOOLEAN, definition VARCHAR`,
  ],
  ['pg_opclass', 'oid BIGINT, opcmethod BIGINT, opcname VARCHAR, opcnamespace BIGINT, opcdefault BOOLEAN'],
  [
    'pg_partitioned_table',
    'partrelid BIGINT, partstrat VARCHAR, partnatts INTEGER, partdefid BIGINT, partattrs INTEGER[]',
  ],
  [
    'pg_policy',
    `oid BIGINT, polname VARCHAR, polrelid BIGINT, polcmd VARCHAR, polpermissive BOOLEAN, polroles BIGINT[],
     polqual VARCHAR, polwithcheck VARCHAR`,
  ],
  [
    'pg_proc',
    `oid BIGINT, proname VARCHAR, pronamespace BIGINT, proowner BIGINT, prolang BIGINT, prokind VARCHAR,
     prosecdef BOOLEAN, proretset BOOLEAN, provolatile VARCHAR, pronargs BIGINT, prorettype BIGINT,
     proargtypes BIGINT[], proallargtypes BIGINT[], proargmodes VARCHAR[], proargnames VARCHAR[], prosrc VARCHAR,
     proisagg BOOLEAN`,
  ],
  ['pg_publication', 'oid BIGINT, pubname VARCHAR, pubowner BIGINT, puballtables BOOLEAN'],
  ['pg_publication_namespace', 'oid BIGINT, pnpubid BIGINT, pnnspid BIGINT'],
  ['pg_publication_rel', 'oid BIGINT, prpubid BIGINT, prrelid BIGINT, prqual VARCHAR, prattrs INTEGER[]'],
  ['pg_range', 'rngtypid BIGINT, rngsubtype BIGINT, rngmultitypid BIGINT'],
  [
    'pg_rewrite',
    'oid BIGINT, rulename VARCHAR, ev_class BIGINT, ev_type VARCHAR, ev_enabled VARCHAR, is_instead BOOLEAN',
  ],
  [
    'pg_sequence',
    `seqrelid BIGINT, seqtypid BIGINT, seqstart BIGINT, seqincrement BIGINT, seqmax BIGINT, seqmin BIGINT,
     seqcache BIGINT, seqcycle BOOLEAN`,
  ],
  [
    'pg_sequences',
    `schemaname VARCHAR, sequencename VARCHAR, sequenceowner VARCHAR, data_type BIGINT, start_value BIGINT,
     min_value BIGINT, max_value BIGINT, increment_by BIGINT, cycle BOOLEAN, cache_size BIGINT, last_value BIGINT`,
  ],
  ['pg_shdescription', 'objoid BIGINT, classoid BIGINT, description VARCHAR'],
  [
    'pg_statistic_ext',
    `oid BIGINT, stxrelid BIGINT, stxname VARCHAR, stxnamespace BIGINT, stxowner BIGINT, stxstattarget INTEGER,
     stxkeys INTEGER[], stxkind VARCHAR[]`,
  ],
  ['pg_tablespace', 'oid BIGINT, spcname VARCHAR, spcowner BIGINT, spcacl VARCHAR[], spcoptions VARCHAR[]'],
  [
    'pg_trigger',
    `oid BIGINT, tgrelid BIGINT, tgparentid BIGINT, tgname VARCHAR, tgfoid BIGINT, tgtype INTEGER, tgenabled VARCHAR,
     tgisinternal BOOLEAN, tgconstraint BIGINT, tgdeferrable BOOLEAN, tginitdeferred BOOLEAN`,
  ],
  ['pg_views', 'schemaname VARCHAR, viewname VARCHAR, viewowner VARCHAR, definition VARCHAR'],
];
