import { addDays, dayOf, partsOf, type Day } from '@milepost/core/days';

export interface Release {
  /** Year and quarter: `26.4`. */
  title: string;
  start: Day;
  due: Day;
}

/** The quarterly releases from six before to five after the one of `today`. */
export function releasesAround(today: Day): Release[] {
  const { year, month } = partsOf(today);
  const current = year * 4 + Math.floor((month - 1) / 3);
  return Array.from({ length: 12 }, (_, index) => releaseOf(current - 6 + index));
}

/** `quarter`: quarters since the year 0. */
function releaseOf(quarter: number): Release {
  const year = Math.floor(quarter / 4);
  const first = (quarter % 4) * 3 + 1;
  return {
    title: `${year % 100}.${(quarter % 4) + 1}`,
    start: dayOf(year, first, 1),
    due: addDays(dayOf(year, first + 3, 1), -11),
  };
}
