import { AppError } from '@sdq/contract';
import { Cron } from 'croner';

/** Ticks that are counted when a schedule is late; beyond, the count says at least so many. */
export const ticksCountedMax = 10_000;

/** Other patterns of the parser mean a single date, or the present time. */
const pattern = /^(?:@(?:hourly|daily|weekly|monthly|yearly|annually)|[\w*/,#+-]+(?:\s+[\w*/,#+-]+){4})$/i;

/** A cron expression of five fields, or a name such as `@daily`, in UTC. */
export class CronTimes {
  readonly #cron: Cron;

  /** Errors: `schedule_invalid`, also for an expression that has no time. */
  constructor(expression: string) {
    if (!pattern.test(expression)) throw invalid('it must have five fields, or be a name such as @daily');
    try {
      this.#cron = new Cron(expression, { timezone: 'UTC', mode: '5-part', paused: true });
    } catch (cause) {
      throw invalid(cause instanceof Error ? cause.message.replace(/^CronPattern: /, '') : 'unknown', cause);
    }
  }

  /** The first tick after a time, both in milliseconds since 1970; undefined when there is none. */
  after(time: number): number | undefined {
    return this.#cron.nextRun(new Date(time))?.getTime();
  }

  /** What is due of the ticks from `first` to `now`: the latest one, how many came before it, and the next one. */
  due(first: number, now: number): { tickAt: number; missed: number; nextAt: number | null } {
    let tickAt = first;
    for (let missed = 0; ; missed++) {
      const next = this.after(tickAt);
      if (next === undefined || next > now) return { tickAt, missed, nextAt: next ?? null };
      if (missed === ticksCountedMax) return { tickAt, missed, nextAt: this.after(now) ?? null };
      tickAt = next;
    }
  }
}

/** Reads a cron expression. Errors: `schedule_invalid`. */
export function readCron(expression: string, now: number): { times: CronTimes; firstAt: number } {
  const times = new CronTimes(expression);
  const firstAt = times.after(now);
  if (firstAt === undefined) throw invalid('it has no time in the future');
  return { times, firstAt };
}

function invalid(reason: string, cause?: unknown): AppError {
  return new AppError('schedule_invalid', `The cron expression is invalid: ${reason}`, {
    cause,
    param: 'cron',
    hint: 'Give minute, hour, day of month, month and day of week, in UTC: "0 6 * * 1" is each Monday at 06:00',
  });
}
