import { clusterPlatforms, setting, size, text } from './setting.ts';

/** Settings of a ClickHouse cluster, for the service and for `sdq cluster`. */
export const clusterSettings = {
  SDQ_BACKEND: setting(clusterPlatforms, {
    group: 'engine',
    about:
      'What answers SQL: duckdb over the index, a clickhouse cluster that sdq cluster load has filled, or platforms with theirs, such as shortvideo=clickhouse',
    default: 'duckdb',
  }),
  SDQ_CLICKHOUSE_URL: setting(text, {
    group: 'engine',
    about:
      'Every node of the cluster over HTTP or HTTPS, separated by spaces or commas, such as https://ch1:8443; a user and a password may stand before @',
    isSecret: true,
  }),
  SDQ_CLICKHOUSE_USER: setting(text, {
    group: 'engine',
    about: 'User at the cluster (default: that of the address, else default)',
  }),
  SDQ_CLICKHOUSE_PASSWORD: setting(text, {
    group: 'engine',
    about: 'Password of that user',
    isSecret: true,
  }),
  SDQ_CLICKHOUSE_CLUSTER: setting(text, {
    group: 'engine',
    about: 'Name of the cluster in the configuration of its nodes (default: sdq where there are several)',
  }),
  SDQ_CLICKHOUSE_CA: setting(text, {
    group: 'engine',
    about: 'File of the certificate authorities of the nodes, PEM (default: those of the system)',
  }),
  SDQ_CLICKHOUSE_MEMORY_BYTES: setting(size(64 * 2 ** 20), {
    group: 'engine',
    about: 'Memory that one query may use on one node',
    default: '4GiB',
  }),
};
