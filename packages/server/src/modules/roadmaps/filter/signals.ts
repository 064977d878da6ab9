import { parseDay, utcDayOf, type Day } from '@milepost/core/days';
import { ValidationError } from '@milepost/core/errors';
import type { ProgressTracking } from '@milepost/core/roadmap/progress';
import type { FilteredSignal, ProgressClass } from '@milepost/core/filters/signal-values';
import { isPossibleToday } from '@milepost/core/roadmap/signals';
import { defaultEpicColor, type HealthStatus } from '@milepost/core/work-items';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import { healthShownIn } from '../../hierarchy/store/rollups-in-sql.ts';
import type { FilterFields, FilterOperator, FilterWord } from '../../work-items/sockets.ts';
import { anySignal, inProgressClass } from '../store/signals.ts';

declare module '../../work-items/sockets.ts' {
  interface FilterFields {
    /** Any of these. */
    signals?: readonly FilteredSignal[];
    /** Any of these: the health that an epic shows. */
    shownHealth?: readonly (HealthStatus | 'none' | 'any')[];
    progressClasses?: readonly ProgressClass[];
    /** Any of these, in lower case. */
    colors?: readonly string[];
    /** The viewer's day, `YYYY-MM-DD`, and the unit of progress: for the list as a whole, not conditions of their own. */
    today?: string;
    tracking?: ProgressTracking;
  }
}

/**
 * The viewer's day; without one that of UTC. For a past day (`asOf`) it is that day. Throws ValidationError for a day that is not today in
 * any time zone.
 */
export function todayOf({ asOf }: Pick<Context, 'asOf'>, given: string | null | undefined): Day {
  if (asOf !== null) return asOf;
  const utcToday = utcDayOf(new Date());
  if (given === null || given === undefined) return utcToday;
  const day = parseDay(given);
  if (day === null || !isPossibleToday(day, utcToday)) {
    throw new ValidationError({ today: ['must be at most one day away from the current UTC date'] });
  }
  return day;
}

const negated = (operator: FilterOperator, condition: RawBuilder<SqlBool>) =>
  operator === 'not' ? [sql<SqlBool>`(NOT ${condition})`] : [condition];

/** `signal[]=OVERDUE`. */
const signalFilter: FilterWord = {
  name: 'signal',
  conditions({ signals }, operator, ctx, { filter }) {
    if (!signals) return [];
    const { viewer } = ctx;
    const today = todayOf(ctx, filter?.is.today);
    return negated(operator, anySignal(signals, { viewer, today, tracking: filter?.is.tracking ?? 'WEIGHT' }));
  },
};

/** `health_status[]=atRisk`, of epics. */
const epicHealthFilter: FilterWord = {
  name: 'epicHealth',
  feature: 'health_status',
  fromGraphql: ({ healthStatus }) => ({ shownHealth: healthStatus as FilterFields['shownHealth'] }),
  conditions({ shownHealth }, operator, { viewer }) {
    if (!shownHealth) return [];
    const isAny = shownHealth.includes('any') ? sql`health IS NOT NULL` : sql`false`;
    return negated(
      operator,
      sql<SqlBool>`(SELECT coalesce(health, 'none') = ANY(${shownHealth}::text[]) OR ${isAny}
        FROM (SELECT ${healthShownIn(viewer)} AS health) AS shown)`,
    );
  },
};

/** `progress_class[]=DONE`. */
const progressClassFilter: FilterWord = {
  name: 'progressClass',
  conditions({ progressClasses }, operator, { viewer }, { filter }) {
    if (!progressClasses) return [];
    return negated(operator, inProgressClass(progressClasses, { viewer, tracking: filter?.is.tracking ?? 'WEIGHT' }));
  },
};

/** `epic_color[]=#1068bf`. */
const epicColorFilter: FilterWord = {
  name: 'epicColor',
  fromGraphql: ({ colors }) => ({ colors: (colors as readonly string[]).map((color) => color.toLowerCase()) }),
  conditions: ({ colors }, operator) =>
    colors
      ? negated(operator, sql<SqlBool>`(lower(coalesce(w.color, ${defaultEpicColor})) = ANY(${colors}::text[]))`)
      : [],
};

export const roadmapFilters: readonly FilterWord[] = [
  signalFilter,
  epicHealthFilter,
  progressClassFilter,
  epicColorFilter,
];
