import { filteredSignals, progressClasses } from './signal-values.ts';
import type { FilterDefinition } from './types.ts';

const healthOfEpics = {
  values: 'many',
  graphql: {
    healthStatus: ['[HealthStatusFilter!]', 'Any of these; of issues below without an own one'],
  },
} as const;
const signals = {
  values: 'many',
  graphql: { signals: ['[EpicSignal!]', 'Any of these'] },
} as const;
const byProgress = {
  values: 'many',
  graphql: { progressClasses: ['[EpicProgressClass!]', 'Any of these'] },
} as const;
const byColor = {
  values: 'many',
  graphql: { colors: ['[String!]', 'Any of these'] },
} as const;
/** URL values with the same names in GraphQL. */
const asValues = <Value extends string>(values: readonly Value[]) =>
  Object.fromEntries(values.map((value) => [value, value])) as { [Key in Value]: Key };

/** The filters of epics that the legend and the summary of a roadmap set. */
export const roadmapFilters = {
  epicHealth: {
    key: 'health_status',
    type: {
      kind: 'choice',
      values: { onTrack: 'onTrack', needsAttention: 'needsAttention', atRisk: 'atRisk', NONE: 'NONE' },
    },
    epics: { menu: 11, is: healthOfEpics, not: healthOfEpics },
  },
  signal: {
    key: 'signal',
    type: { kind: 'choice', values: asValues(filteredSignals) },
    epics: { menu: 12, is: signals, not: signals },
  },
  progressClass: {
    key: 'progress_class',
    type: { kind: 'choice', values: asValues(progressClasses) },
    epics: { menu: 13, is: byProgress, not: byProgress },
  },
  epicColor: {
    key: 'epic_color',
    type: { kind: 'text' },
    epics: { menu: 14, is: byColor, not: byColor },
  },
} as const satisfies Record<string, FilterDefinition>;
