export {
  type Addons,
  type AddonsOf,
  type AddonsQuery,
  addonComments,
  type RecordTranscript,
  transcriptsOf,
  worstAddons,
} from './addons.ts';
export { type AddressForm, idOrAddress } from './address.ts';
export { definePlatform, type PlatformDefinition, type PlatformDescription } from './define-platform.ts';
export {
  defineEndpoint,
  type Endpoint,
  type EndpointAnswer,
  type ExampleQuery,
  readErrors,
} from './endpoint.ts';
export { endpointsByPath } from './endpoints-by-path.ts';
export { afterPlace, type IndexList, type IndexReader, pageSize, type Row } from './index-reader.ts';
export { loadEndpoints } from './load-endpoints.ts';
export type { Page, Place } from './page.ts';
export {
  addonsOf,
  apiCalls,
  page,
  type Transcript,
  transcript,
  type VideoFile,
} from './page-fields.ts';
export {
  type AddonKind,
  addonKinds,
  addons,
  commentCount,
  count,
  countMax,
  countRequired,
  countWithAddons,
  cursor,
  id,
  queryOf,
  signedName,
  text,
} from './query-values.ts';
export { defineRead, type ReadDefinition } from './read.ts';
export { type List, notFound, type Position, type Session, type SourcePosition } from './session.ts';
export { toTranscript } from './transcript-row.ts';
export {
  type Auth,
  type Credentials,
  type Driver,
  type Env,
  type HttpAnswer,
  type HttpSpec,
  type Op,
  type Outcome,
  op,
  opOf,
  type Told,
  tells,
} from './upstream.ts';
