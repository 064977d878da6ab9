import type { Query } from '../query.ts';
import { parseQuery, valueOf } from '../query.ts';
import { tokenKey, type FilterToken } from '../filter-bar/tokens.ts';
import { readTokens, writeTokens } from '../filters/address.ts';
import { filterParamsOf } from './filters.ts';
import type { MilestoneType } from './milestones.ts';
import { milestoneTypes } from './milestones.ts';
import type { ProgressTracking } from './progress.ts';
import { progressTrackings } from './progress.ts';
import { layoutFor, parseCustomRange, printCustomRange } from './custom-range.ts';
import type { Layout, RangeType, Timeframe } from './ranges.ts';
import { layouts, parsePresetType, parseRangeType } from './ranges.ts';

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
  /** The filters, kept as text; {@link readTokens} parses them. */
  filterParams: string;
  sortedBy: RoadmapSort;
  epicsState: RoadmapState;
  timeframeRangeType: RangeType;
  /** Days of the viewer's own in place of the range's; null while there are none. */
  customRange: Timeframe | null;
  /** One that the range allows; with days of one's own any. */
  presetType: Layout;
  isProgressTrackingActive: boolean;
  progressTracking: ProgressTracking;
  isShowingMilestones: boolean;
  milestonesType: MilestoneType;
  isShowingLabels: boolean;
  /** Whether lines from blockers to what they block are drawn for all rows, not only for the one in hand. */
  isShowingDependencies: boolean;
  /** Rows that fit the viewport; 0 until they have been measured. */
  bufferSize: number;
  /** Set when the roadmap is about the children of one epic. */
  epicIid: string | null;
}

/** Reads a sort value, in capitals or not; an unknown one gives the first. */
export function parseSort(text: string | null | undefined): RoadmapSort {
  return epicSorts.find((sort) => sort === text?.toUpperCase()) ?? epicSorts[0];
}

/**
 * The settings an address asks for. Where it is silent, `remembered` (parameters of an earlier address) answers, and
 * after that the defaults. Filters come from the address alone. Range, own days and layout belong together: where the address
 * names a range, an earlier choice of the other two does not count.
 */
export function readSettings(address: Query, remembered: Query = []): RoadmapSettings {
  const value = (key: string) => valueOf(address, key) ?? valueOf(remembered, key);
  const timeframeRangeType = parseRangeType(value('timeframe_range_type'));
  const ofRange = valueOf(address, 'timeframe_range_type') === null ? value : (key: string) => valueOf(address, key);
  const customRange = parseCustomRange(ofRange('range_from'), ofRange('range_to'));
  return {
    filterParams: filterParamsOf(address),
    sortedBy: parseSort(value('sort')),
    epicsState: oneOf(epicStates, value('state')),
    timeframeRangeType,
    customRange,
    presetType: customRange
      ? (layouts.find((layout) => layout === ofRange('layout')) ?? layoutFor(customRange))
      : parsePresetType(ofRange('layout'), timeframeRangeType),
    isProgressTrackingActive: value('show_progress') !== 'false',
    progressTracking: oneOf(progressTrackings, value('progress')),
    isShowingMilestones: value('show_milestones') !== 'false',
    milestonesType: oneOf(milestoneTypes, value('milestones_type')),
    isShowingLabels: value('show_labels') === 'true',
    isShowingDependencies: value('show_dependencies') === 'true',
    bufferSize: 0,
    epicIid: valueOf(address, 'epicIid') || null,
  };
}

/** The address of these settings: every choice written out, so that whoever gets the link sees the same. */
export function writeSettings(settings: RoadmapSettings): Query {
  return [
    ...(settings.epicIid ? [['epicIid', settings.epicIid] as const] : []),
    ['state', settings.epicsState],
    ['sort', settings.sortedBy],
    ['timeframe_range_type', settings.timeframeRangeType],
    ...(settings.customRange ? printCustomRange(settings.customRange) : []),
    ['layout', settings.presetType],
    ['show_progress', String(settings.isProgressTrackingActive)],
    ['progress', settings.progressTracking],
    ['show_milestones', String(settings.isShowingMilestones)],
    ['milestones_type', settings.milestonesType],
    ['show_labels', String(settings.isShowingLabels)],
    ...(settings.isShowingDependencies ? [['show_dependencies', 'true'] as const] : []),
    ...parseQuery(settings.filterParams),
  ];
}

/** Whether the viewer, in this address or an earlier one, chose how far the roadmap looks. */
export function hasChosenRange(address: Query, remembered: Query = []): boolean {
  return ['timeframe_range_type', 'range_from'].some(
    (key) => valueOf(address, key) !== null || valueOf(remembered, key) !== null,
  );
}

/** The settings after choosing `range`: its default preset comes with it. */
export function withRange(settings: RoadmapSettings, range: RangeType): RoadmapSettings {
  if (range === settings.timeframeRangeType && settings.customRange === null) return settings;
  return { ...settings, timeframeRangeType: range, customRange: null, presetType: parsePresetType(null, range) };
}

/** The settings with days of the viewer's own, drawn in `layout`. */
export function withCustomRange(settings: RoadmapSettings, range: Timeframe, layout: Layout): RoadmapSettings {
  return { ...settings, customRange: range, presetType: layout };
}

/** The settings filtered by one more label; unchanged when they are already. */
export function withLabel(settings: RoadmapSettings, title: string): RoadmapSettings {
  const tokens = readTokens('epics', settings.filterParams);
  const token: FilterToken = { type: 'label', value: { operator: 'is', data: title } };
  return tokens.some((other) => tokenKey(other) === tokenKey(token))
    ? settings
    : withFilters(settings, [...tokens, token]);
}

/** The settings with other filters. */
export function withFilters(settings: RoadmapSettings, tokens: readonly FilterToken[]): RoadmapSettings {
  return { ...settings, filterParams: filterParamsOf(writeTokens('epics', tokens)) };
}

function oneOf<Value extends string>(values: readonly [Value, ...Value[]], text: string | null): Value {
  return values.find((value) => value === text) ?? values[0];
}
