import { formatDay } from '@milepost/core/days';
import type { WorkItemId } from '@milepost/core/ids';
import type { ProgressTracking } from '@milepost/core/roadmap/progress';
import { progressTrackings } from '@milepost/core/roadmap/progress';
import { filteredSignals, progressClasses, type EpicSignal } from '@milepost/core/filters/signal-values';
import type { Signal } from '@milepost/core/roadmap/signals';
import { summaryCounts, type RoadmapSummary } from '@milepost/core/roadmap/summary';
import type { InputFieldMap } from '@pothos/core';
import { builder, costOfPage } from '../../../platform/graphql/builder.ts';
import { GroupRef } from '../../namespaces/graphql.ts';
import {
  epicFilterOf,
  epicListArguments,
  epicListing,
  UnionedEpicFilterInput,
  type EpicListArguments,
} from '../../work-items/graphql/epic-list.ts';
import { EpicStateEnum } from '../../work-items/graphql/enums.ts';
import { tableInputs, type InputFields, type ListFace } from '../../work-items/graphql/filter-inputs.ts';
import { plugInGraphql, type PluggedArguments } from '../../work-items/graphql/plugs.ts';
import { EpicRef } from '../../work-items/graphql.ts';
import type { FilterOperator } from '../../work-items/sockets.ts';
import { todayOf } from '../filter/signals.ts';
import { signalDetailsOfEpics, signalsOfEpics } from '../store/epic-signals.ts';
import { summaryOf } from '../store/summary.ts';

export const EpicSignalEnum = builder.enumType('EpicSignal', {
  description:
    'What a roadmap points out about an open epic; UNDATED about any epic without dates. Only filters take NO_END (open, without a due date) and CLOSED',
  values: filteredSignals,
});
const EpicProgressClassEnum = builder.enumType('EpicProgressClass', {
  description: 'NONE: nothing below. ZERO: 0 %. STARTED: 1 to 49 %. HALF: 50 to 99 %. DONE: 100 %',
  values: progressClasses,
});
export const EpicProgressTrackingEnum = builder.enumType('EpicProgressTracking', {
  description: 'Progress by the weight of the issues below, or by their number',
  values: progressTrackings,
});

interface DayArguments {
  today?: string | null;
  progress?: ProgressTracking | null;
}

const about = {
  today: "Milepost extension. The viewer's day, for signals; by default that of UTC",
  progress: 'Milepost extension. The unit of progress, for signals and classes of progress; WEIGHT by default',
};

/** What the toggles of a roadmap filter by. */
const narrowing = ['signals', 'healthStatus', 'progressClasses', 'colors'] as const;

const NarrowingInput = builder.inputType('EpicNarrowingInput', {
  description: 'Filters that must match in addition to the others, as the toggles of a roadmap set them',
  fields: (t) => {
    const all = tableInputs(t, 'epics', 'is');
    return {
      ...(Object.fromEntries(narrowing.map((name) => [name, all[name]])) as InputFieldMap),
      state: t.field({ type: EpicStateEnum }),
      or: t.field({ type: UnionedEpicFilterInput }),
    };
  },
});

interface Narrowing {
  and?: EpicListArguments | null;
}

/** The argument `and` of lists of epics. */
export function plugInNarrowing(): void {
  plugInGraphql<Narrowing>({
    name: 'narrowing',
    filter: {
      arguments: (t: InputFields, list: ListFace, operator: FilterOperator): PluggedArguments =>
        operator === 'is' && (list === 'epics' || list === 'childEpics')
          ? { and: t.field({ type: NarrowingInput, description: 'Milepost extension' }) }
          : {},
      read: ({ and }, { of }) => ({ and: and && epicFilterOf(and, of) }),
    },
  });
}

/** The types of the filters by signals, and the arguments that they depend on. */
export function plugInSignals(): void {
  plugInGraphql<DayArguments>({
    name: 'signals',
    types: { EpicSignal: EpicSignalEnum, EpicProgressClass: EpicProgressClassEnum },
    filter: {
      arguments: (t: InputFields, list: ListFace, operator: FilterOperator): PluggedArguments =>
        operator === 'is' && (list === 'epics' || list === 'childEpics')
          ? {
              today: t.field({ type: 'Date', description: about.today }),
              progress: t.field({ type: EpicProgressTrackingEnum, description: about.progress }),
            }
          : {},
      read: ({ today, progress }) => ({ today, tracking: progress }),
    },
  });
}

const EpicSummaryRef = builder.objectRef<RoadmapSummary>('EpicSummary');

const EpicSignalDetailRef = builder.objectRef<Signal>('EpicSignalDetail').implement({
  fields: (t) => ({
    name: t.field({ type: EpicSignalEnum, resolve: ({ name }) => name }),
    days: t.int({
      nullable: true,
      description: 'Days overdue, days that it starts too early (0: on the same day), or days without a change',
      resolve: (signal) => ('days' in signal ? signal.days : null),
    }),
    done: t.int({
      nullable: true,
      description: 'BEHIND: percentage that is done',
      resolve: (signal) => ('done' in signal ? signal.done : null),
    }),
    elapsed: t.int({
      nullable: true,
      description: 'BEHIND: percentage of its time that has passed',
      resolve: (signal) => ('elapsed' in signal ? signal.elapsed : null),
    }),
  }),
});

/** `Epic.signals`, `Epic.signalDetails` and `Group.epicSummary`. */
export function describeSignals(): void {
  EpicSummaryRef.implement({
    description: 'Counts of a roadmap: its top-level epics within the dates, and its undated epics at any depth',
    fields: (t) => Object.fromEntries(summaryCounts.map((name) => [name, t.exposeInt(name)])),
  });
  builder.objectField(EpicRef, 'signals', (t) =>
    t.field({
      type: [EpicSignalEnum],
      description: 'Milepost extension',
      args: {
        today: t.arg({ type: 'Date', description: about.today }),
        progress: t.arg({ type: EpicProgressTrackingEnum, description: about.progress }),
      },
      resolve: async (epic, { today, progress }, ctx): Promise<readonly EpicSignal[]> => {
        const key = signalKey(epic.id, formatDay(todayOf(ctx, today)), progress ?? 'WEIGHT');
        return (await ctx.load(signalsOfEpics, key)) ?? [];
      },
    }),
  );
  builder.objectField(EpicRef, 'signalDetails', (t) =>
    t.field({
      type: [EpicSignalDetailRef],
      description: 'Milepost extension. The signals with their numbers',
      args: {
        today: t.arg({ type: 'Date', description: about.today }),
        progress: t.arg({ type: EpicProgressTrackingEnum, description: about.progress }),
      },
      resolve: async (epic, { today, progress }, ctx): Promise<readonly Signal[]> => {
        const key = signalKey(epic.id, formatDay(todayOf(ctx, today)), progress ?? 'WEIGHT');
        return (await ctx.load(signalDetailsOfEpics, key)) ?? [];
      },
    }),
  );
  builder.objectField(GroupRef, 'epicSummary', (t) =>
    t.field({
      type: EpicSummaryRef,
      nullable: true,
      complexity: costOfPage,
      description: 'Milepost extension. The counts above a roadmap; takes the arguments of `epics`, with a timeframe',
      args: {
        ...epicListArguments('epics'),
        includeDescendantGroups: t.arg.boolean({ description: 'Includes epics of subgroups; true by default' }),
        includeAncestorGroups: t.arg.boolean({ description: 'Includes epics of ancestor groups; false by default' }),
      },
      resolve: async (group, args, ctx) => {
        const listing = await epicListing(ctx, group, args);
        const { today, tracking = 'WEIGHT' } = listing.filter.is;
        return summaryOf(ctx, listing, { today: todayOf(ctx, today), tracking });
      },
    }),
  );
}

export const signalKey = (id: WorkItemId, today: string, tracking: ProgressTracking) => `${id}|${today}|${tracking}`;
