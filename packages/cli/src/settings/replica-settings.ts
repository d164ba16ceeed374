import { flag, setting, size, text, url, whole } from './setting.ts';

/** The settings of a service that mirrors an object store, and has siblings. */
export const replicaSettings = {
  SDQ_MIRROR: setting(text, {
    group: 'service',
    about:
      'Object store that the index mirrors, s3://BUCKET/PREFIX or a directory; the service is read-only then',
  }),
  SDQ_MIRROR_SECONDS: setting(whole(1, 86_400), {
    group: 'service',
    about: 'Interval at which a mirror looks at its object store',
    default: '2',
  }),
  SDQ_MIRROR_LAZY: setting(flag, {
    group: 'service',
    about:
      'Answer before the first snapshot of a mirror is whole: structures first, base files as queries read them',
    default: '0',
  }),
  SDQ_MIRROR_BYTES_MAX: setting(size(2 ** 20), {
    group: 'service',
    about: 'Largest snapshot that a mirror takes (default: what the disk has room for)',
  }),
  SDQ_SIBLING_URL: setting(url('http', 'https'), {
    group: 'service',
    about:
      'URL at which other machines of the service reach this one, such as http://10.0.0.5:8080: they forward requests for results that it holds',
  }),
};
