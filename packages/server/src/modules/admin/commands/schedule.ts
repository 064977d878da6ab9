import { parseCronItem } from 'graphile-worker';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** A schedule may name one day of the year. */
const MAX_DAYS = 800;

/** The newest `count` times of a schedule (five cron fields, UTC) until `now`, newest first; fewer if it is rarer than yearly. */
export function previousTimes(schedule: string, now: Date, count: number): Date[] {
  const [minutes, hours, ...days] = schedule.trim().split(/\s+/);
  const timeMatcher = matcherOf([minutes, hours, '*', '*', '*']);
  const dayMatcher = matcherOf(['0', '0', ...days]);
  const anyDay = { date: 1, month: 1, dow: 0 };
  // Minutes of a matching day, latest first.
  const times = Array.from({ length: 24 * 60 }, (_, index) => 24 * 60 - 1 - index).filter((minute) =>
    timeMatcher({ ...anyDay, hour: Math.floor(minute / 60), min: minute % 60 }),
  );
  const found: Date[] = [];
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  for (let back = 0; back < MAX_DAYS && found.length < count; back += 1) {
    const day = new Date(today - back * DAY_MS);
    const digest = { date: day.getUTCDate(), month: day.getUTCMonth() + 1, dow: day.getUTCDay(), hour: 0, min: 0 };
    if (!dayMatcher(digest)) continue;
    const past = times.map((minute) => new Date(day.getTime() + minute * 60_000)).filter((time) => time <= now);
    found.push(...past.slice(0, count - found.length));
  }
  return found;
}

const matcherOf = (fields: readonly (string | undefined)[]) =>
  parseCronItem({ task: 'backup', match: fields.join(' ') }).match;

/** Whether the newest good backup, begun at `newest`, is older than two periods of the schedule. */
export function isOverdue(schedule: string, newest: Date, now: Date): boolean {
  const second = previousTimes(schedule, now, 2)[1];
  return second !== undefined && newest < second;
}
