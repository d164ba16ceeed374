import { oneOf, setting, size, whole } from './setting.ts';

/** Settings of the compaction and retention that a service does by itself. */
export const compactionSettings = {
  SDQ_COMPACTION: setting(oneOf(['on', 'off']), {
    group: 'engine',
    about: 'Compact tables with many changed rows while the index is served (on or off); never of a mirror',
    default: 'on',
  }),
  SDQ_COMPACTION_SECONDS: setting(whole(10, 86_400), {
    group: 'engine',
    about: 'Interval at which the service looks whether compaction is due',
    default: '300',
  }),
  SDQ_COMPACTION_MEMORY_BYTES: setting(size(256 * 2 ** 20), {
    group: 'engine',
    about: 'Memory limit of the engine in the compacting process',
    default: '1GiB',
  }),
  SDQ_COMPACTION_HOURLY_BYTES: setting(size(2 ** 20), {
    group: 'engine',
    about: 'Bytes that compaction may write in an hour',
    default: '10GiB',
  }),
  SDQ_COMPACTION_HOURLY_CPU_SECONDS: setting(whole(1, 1_000_000), {
    group: 'engine',
    about: 'CPU seconds that compaction may take in an hour',
    default: '900',
  }),
  SDQ_RETENTION: setting(oneOf(['on', 'off']), {
    group: 'engine',
    about:
      'Apply the retention rules of the index once a day, within the budget of compaction (on or off); never of a mirror',
    default: 'off',
  }),
};
