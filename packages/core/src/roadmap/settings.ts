import { filterParamsOf, readFilters } from './filters.ts';
import type { MilestoneType } from './milestones.ts';
import { milestoneTypes } from './milestones.ts';
import type { ProgressTracking } from './progress.ts';
import { progressTrackings } from './progress.ts';
import type { PresetType, RangeType } from './ranges.ts';
import { parsePresetType, parseRangeType } from './ranges.ts';

export const epicSorts = [
  'START_DATE_ASC',
  'START_DATE_DESC',
  'END_DATE_ASC',
  'END_DATE_DESC',
  'TITLE_ASC',
  'TITLE_DESC',
  'CREATED_AT_ASC',
  'CREATED_AT_DESC',
  'UPDATED_AT_ASC',
  'UPDATED_AT_DESC',
] as const;
export type RoadmapSort = (typeof epicSorts)[number];

export const epicStates = ['all', 'opened', 'closed'] as const;
export type RoadmapState = (typeof epicStates)[number];

/** What a viewer chose. It lives in the address and never travels to the server. */
export interface RoadmapSettings {
  /** The filters, kept as text; {@link readFilters} parses them. */
  filterParams: string;
  sortedBy: RoadmapSort;
  epicsState: RoadmapState;
  timeframeRangeType: RangeType;
  presetType: PresetType;
  isProgressTrackingActive: boolean;
  progressTracking: ProgressTracking;
  isShowingMilestones: boolean;
  milestonesType: MilestoneType;
  isShowingLabels: boolean;
  /** Rows that fit the viewport; 0 until they have been measured. */
  bufferSize: number;
  /** Set when the roadmap is about the children of one epic. */
  epicIid: string | null;
}

/** Reads a sort value; an unknown one gives the first. */
export function parseSort(text: string | null | undefined): RoadmapSort {
  return epicSorts.find((sort) => sort === text) ?? epicSorts[0];
}

/**
 * The settings an address asks for. Where it is silent, `remembered` (parameters of an earlier address) answers, and
 * after that the defaults. Filters come from the address alone.
 */
export function readSettings(address: URLSearchParams, remembered = new URLSearchParams()): RoadmapSettings {
  const value = (key: string) => address.get(key) ?? remembered.get(key);
  const timeframeRangeType = parseRangeType(value('timeframe_range_type'));
  return {
    filterParams: filterParamsOf(address),
    sortedBy: parseSort(value('sort')),
    epicsState: oneOf(epicStates, value('state')),
    timeframeRangeType,
    presetType: parsePresetType(value('layout'), timeframeRangeType),
    isProgressTrackingActive: value('show_progress') !== 'false',
    progressTracking: oneOf(progressTrackings, value('progress')),
    isShowingMilestones: value('show_milestones') !== 'false',
    milestonesType: oneOf(milestoneTypes, value('milestones_type')),
    isShowingLabels: value('show_labels') === 'true',
    bufferSize: 0,
    epicIid: address.get('epicIid') || null,
  };
}

/** The address of these settings: every choice written out, so that whoever gets the link sees the same. */
export function writeSettings(settings: RoadmapSettings): URLSearchParams {
  const params = new URLSearchParams();
  if (settings.epicIid) params.set('epicIid', settings.epicIid);
  params.set('state', settings.epicsState);
  params.set('sort', settings.sortedBy);
  params.set('timeframe_range_type', settings.timeframeRangeType);
  params.set('layout', settings.presetType);
  params.set('show_progress', String(settings.isProgressTrackingActive));
  params.set('progress', settings.progressTracking);
  params.set('show_milestones', String(settings.isShowingMilestones));
  params.set('milestones_type', settings.milestonesType);
  params.set('show_labels', String(settings.isShowingLabels));
  for (const [key, value] of new URLSearchParams(settings.filterParams)) params.append(key, value);
  return params;
}

/** The settings after choosing `range`: its default preset comes with it. */
export function withRange(settings: RoadmapSettings, range: RangeType): RoadmapSettings {
  if (range === settings.timeframeRangeType) return settings;
  return { ...settings, timeframeRangeType: range, presetType: parsePresetType(null, range) };
}

/** The settings filtered by one more label; unchanged when they are already. */
export function withLabel(settings: RoadmapSettings, title: string): RoadmapSettings {
  if (readFilters(settings.filterParams).labelName.includes(title)) return settings;
  const params = new URLSearchParams(settings.filterParams);
  params.append('label_name[]', title);
  return { ...settings, filterParams: filterParamsOf(params) };
}

function oneOf<Value extends string>(values: readonly [Value, ...Value[]], text: string | null): Value {
  return values.find((value) => value === text) ?? values[0];
}
