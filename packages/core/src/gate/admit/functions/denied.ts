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
      from_json from_json_strict is_histogram_other_bin json_contains json_group_structure
      json_merge_patch json_structure json_transform json_transform_strict variant_bytes_to_variant variant_extract variant_normalize variant_to_parquet_variant
      variant_typeof`),
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
    reason: 'it can return an unlimited number of rows',
    functions: names(`
      repeat_row`),
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
    reason: 'it is the sort key of a collation; use COLLATE NOCASE or NOACCENT',
    functions: names(`
      icu_collate_af icu_collate_am icu_collate_ar icu_collate_ar_sa icu_collate_as
      icu_collate_az icu_collate_be icu_collate_bg icu_collate_bn icu_collate_bo icu_collate_br
      icu_collate_bs icu_collate_ca icu_collate_ceb icu_collate_chr icu_collate_cs
      icu_collate_cy icu_collate_da icu_collate_de icu_collate_de_at icu_collate_dsb
      icu_collate_dz icu_collate_ee icu_collate_el icu_collate_en icu_collate_en_us
      icu_collate_eo icu_collate_es icu_collate_et icu_collate_fa icu_collate_fa_af
      icu_collate_ff icu_collate_fi icu_collate_fil icu_collate_fo icu_collate_fr
      icu_collate_fr_ca icu_collate_ga icu_collate_gl icu_collate_gu icu_collate_ha
      icu_collate_haw icu_collate_he icu_collate_he_il icu_collate_hi icu_collate_hr
      icu_collate_hsb icu_collate_hu icu_collate_hy icu_collate_id icu_collate_id_id
      icu_collate_ig icu_collate_is icu_collate_it icu_collate_ja icu_collate_ka icu_collate_kk
      icu_collate_kl icu_collate_km icu_collate_kn icu_collate_ko icu_collate_kok icu_collate_ku
      icu_collate_ky icu_collate_lb icu_collate_lkt icu_collate_ln icu_collate_lo icu_collate_lt
      icu_collate_lv icu_collate_mk icu_collate_ml icu_collate_mn icu_collate_mr icu_collate_ms
      icu_collate_mt icu_collate_my icu_collate_nb icu_collate_nb_no icu_collate_ne
      icu_collate_nl icu_collate_nn icu_collate_noaccent icu_collate_om icu_collate_or
      icu_collate_pa icu_collate_pa_in icu_collate_pl icu_collate_ps icu_collate_pt
      icu_collate_ro icu_collate_ru icu_collate_sa icu_collate_se icu_collate_si icu_collate_sk
      icu_collate_sl icu_collate_smn icu_collate_sq icu_collate_sr icu_collate_sr_ba
      icu_collate_sr_me icu_collate_sr_rs icu_collate_sv icu_collate_sw icu_collate_ta
      icu_collate_te icu_collate_th icu_collate_tk icu_collate_to icu_collate_tr icu_collate_ug
      icu_collate_uk icu_collate_ur icu_collate_uz icu_collate_vi icu_collate_wae icu_collate_wo
      icu_collate_xh icu_collate_yi icu_collate_yo icu_collate_yue icu_collate_yue_cn
      icu_collate_zh icu_collate_zh_cn icu_collate_zh_hk icu_collate_zh_mo icu_collate_zh_sg
      icu_collate_zh_tw icu_collate_zu icu_sort_key`),
  },
  {
    reason: 'it is internal to DuckDB, or belongs to a type that is not supported',
    functions: names(`
      arg_max_nulls_last arg_min_nulls_last bitstring_agg can_cast_implicitly cast_to_type
      combine constant_or_null create_sort_key finalize get_type histogram_exact in_search_path
      make_type parse_duckdb_log_message remap_struct replace_type st_asbinary st_astext
      st_aswkb st_aswkt st_crs st_geomfromwkb st_intersects_extent st_setcrs stats
      sum_no_overflow switch timetz_byte_comparable union_extract union_tag union_value
      vector_type`),
  },
];

/** Functions that are allowed in expressions but not in FROM, and the reason. */
export const deniedInFrom: readonly Denial[] = [
  { reason: 'in FROM it can return an unlimited number of rows', functions: names('repeat') },
  { reason: 'in FROM it takes the name of a table as a string', functions: names('histogram') },
];
