import { names } from './group.ts';

export interface Denial {
  /** Completes the sentence "The function x is not allowed: …". */
  readonly reason: string;
  readonly functions: readonly string[];
}

/**
 * Every function of DuckDB 1.5.6 that is not allowed, and the reason. A function in no file of this folder is
 * unknown.
 */
export const denials: readonly Denial[] = [
  {
    reason: 'it reads or lists files',
    functions: names(`
      glob parquet_bloom_probe parquet_file_metadata parquet_full_metadata parquet_kv_metadata
      parquet_metadata parquet_scan parquet_schema read_blob read_csv read_csv_auto read_duckdb
      read_json read_json_auto read_json_objects read_json_objects_auto read_ndjson
      read_ndjson_auto read_ndjson_objects read_parquet read_text sniff_csv`),
  },
  {
    reason: 'it runs or builds SQL from a string and would bypass the checks of this query',
    functions: names(`
      duckdb_logs_parsed duckdb_profiling_settings histogram_values json_deserialize_sql
      json_execute_serialized_sql json_serialize_plan json_serialize_sql query query_table`),
  },
  {
    reason: 'it reveals settings, names or state of the session and its database',
    functions: names(`
      current_catalog current_connection_id current_database current_query current_query_id
      current_role current_schema current_schemas current_setting current_transaction_id
      current_user getvariable inet_client_addr inet_client_port inet_server_addr
      inet_server_port pg_conf_load_time pg_postmaster_start_time session_user txid_current user
      version`),
  },
  {
    reason: 'it reveals what the engine stores besides the tables of the platform',
    functions: names(`
      col_description duckdb_approx_database_count duckdb_columns duckdb_connection_count
      duckdb_constraints duckdb_coordinate_systems duckdb_databases duckdb_dependencies
      duckdb_extensions duckdb_external_file_cache duckdb_functions duckdb_indexes
      duckdb_keywords duckdb_log_contexts duckdb_logs duckdb_memory duckdb_optimizers
      duckdb_prepared_statements duckdb_schemas duckdb_secret_types duckdb_secrets
      duckdb_sequences duckdb_settings duckdb_table_sample duckdb_tables duckdb_temporary_files
      duckdb_types duckdb_variables duckdb_views format_pg_type format_type get_block_size
      has_any_column_privilege has_column_privilege has_database_privilege
      has_foreign_data_wrapper_privilege has_function_privilege has_language_privilege
      has_schema_privilege has_sequence_privilege has_server_privilege has_table_privilege
      has_tablespace_privilege icu_calendar_names map_to_pg_oid obj_description
      pg_collation_is_visible pg_conversion_is_visible pg_function_is_visible
      pg_get_constraintdef pg_get_expr pg_get_viewdef pg_has_role pg_is_other_temp_schema
      pg_my_temp_schema pg_opclass_is_visible pg_operator_is_visible pg_opfamily_is_visible
      pg_sleep pg_table_is_visible pg_timezone_names pg_ts_config_is_visible
      pg_ts_dict_is_visible pg_ts_parser_is_visible pg_ts_template_is_visible pg_type_is_visible
      pragma_collations pragma_database_size pragma_metadata_info pragma_platform pragma_show
      pragma_storage_info pragma_table_info pragma_user_agent pragma_version shobj_description
      sql_auto_complete summary test_all_types test_vector_types which_secret`),
  },
  {
    reason: 'it changes state that outlives the query, waits, or raises custom errors',
    functions: names(`
      check_peg_parser checkpoint currval disable_logging disable_peg_parser disable_profiling
      enable_logging enable_peg_parser enable_profiling error force_checkpoint nextval setseed
      sleep_ms truncate_duckdb_logs write_log`),
  },
  {
    reason: 'DuckDB 1.5.6 crashes on some of its inputs',
    functions: names(`
      is_histogram_other_bin variant_bytes_to_variant variant_normalize variant_to_parquet_variant`),
  },
  {
    reason: 'it accepts internal values without checks',
    functions: names(`
      __internal_compress_integral_ubigint __internal_compress_integral_uinteger
      __internal_compress_integral_usmallint __internal_compress_integral_utinyint
      __internal_compress_string_hugeint __internal_compress_string_ubigint
      __internal_compress_string_uhugeint __internal_compress_string_uinteger
      __internal_compress_string_usmallint __internal_compress_string_utinyint
      __internal_decompress_integral_bigint __internal_decompress_integral_hugeint
      __internal_decompress_integral_integer __internal_decompress_integral_smallint
      __internal_decompress_integral_ubigint __internal_decompress_integral_uhugeint
      __internal_decompress_integral_uinteger __internal_decompress_integral_usmallint
      __internal_decompress_string arrow_scan arrow_scan_dumb seq_scan`),
  },
  {
    reason: 'it is a PRAGMA, which changes or reveals the state of the engine',
    functions: names(`
      add_parquet_key all_profiling_output collations copy_database database_list database_size
      disable_checkpoint_on_shutdown disable_object_cache disable_optimizer
      disable_print_progress_bar disable_profile disable_progress_bar disable_verification
      disable_verify_external disable_verify_fetch_row disable_verify_parallelism
      disable_verify_serializer enable_checkpoint_on_shutdown enable_object_cache
      enable_optimizer enable_print_progress_bar enable_profile enable_progress_bar
      enable_verification extension_versions functions import_database metadata_info platform
      show show_databases show_tables show_tables_expanded storage_info table_info user_agent
      verify_external verify_fetch_row verify_parallelism verify_serializer`),
  },
  {
    reason: 'it is internal to DuckDB',
    functions: names(`
      combine create_sort_key finalize get_type in_search_path
      make_type parse_duckdb_log_message remap_struct replace_type stats
      sum_no_overflow vector_type`),
  },
];

/** Functions that are allowed in expressions but not in FROM, and the reason. */
export const deniedInFrom: readonly Denial[] = [
  { reason: 'in FROM it takes the name of a table as a string', functions: names('histogram') },
];
