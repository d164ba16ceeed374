import type { Settings } from '../client/cluster-node.ts';
import { readerSecondsMax, sendSecondsMax } from '../limits.ts';

/** What a query may do at its nodes, and how its answer is sent. */
export function querySettings(
  own: Settings,
  { timeoutMs, memoryBytes }: { timeoutMs: number; memoryBytes: number },
): Settings {
  return {
    ...own,
    readonly: 2,
    // A safeguard for a service that is gone: the service itself ends queries to the millisecond.
    max_execution_time: Math.ceil(timeoutMs / 1_000) + readerSecondsMax,
    max_memory_usage: memoryBytes,
    cancel_http_readonly_queries_on_client_close: 1,
    // A shard that is missing is an error, never a smaller answer.
    skip_unavailable_shards: 0,
    http_send_timeout: sendSecondsMax,
    http_receive_timeout: sendSecondsMax,
    http_write_exception_in_output_format: 0,
    output_format_arrow_compression_method: 'none',
    output_format_arrow_string_as_string: 1,
    output_format_arrow_low_cardinality_as_dictionary: 0,
    output_format_arrow_date_as_uint16: 0,
    output_format_arrow_fixed_string_as_fixed_byte_array: 1,
    log_comment: 'sdq',
  };
}
