import { textAtMost } from '../argument-rules.ts';
import { admitLimits } from '../limits.ts';
import { each, type FunctionGroup, names } from './group.ts';

/** Dates, times, intervals and time zones. */
export const dates: FunctionGroup = {
  kind: 'scalar',
  free: names(`
    current_date current_localtime current_localtimestamp get_current_time get_current_timestamp now today transaction_timestamp
    age ago date_add date_diff date_part date_sub date_trunc datediff datepart datesub datetrunc
    year month day hour minute second millisecond microsecond nanosecond quarter decade century millennium era
    week weekofyear weekday yearweek isodow isoyear dayofmonth dayofweek dayofyear dayname monthname days_in_month last_day julian
    epoch epoch_ms epoch_us epoch_ns make_date make_time make_timestamp make_timestamp_ms make_timestamp_ns make_timestamptz
    time_bucket timezone timezone_hour timezone_minute to_timestamp isfinite normalized_interval
    to_centuries to_days to_decades to_hours to_microseconds to_millennia to_milliseconds to_minutes to_months
    to_quarters to_seconds to_weeks to_years timetz_byte_comparable`),
  bounded: {
    ...each(
      'strftime strptime try_strptime',
      textAtMost(0, 10_000, 'text'),
      textAtMost(1, admitLimits.dateFormatMax, 'format'),
    ),
  },
};
