import { parseDay, type Day } from '../days.ts';
import type { Query } from '../query.ts';
import { asOfIn } from '../dates/as-of.ts';
import { parseQuery, valueOf } from '../query.ts';
import { tokenKey, type FilterToken } from '../filter-bar/tokens.ts';
import { readTokens, writeTokens } from '../filters/address.ts';
import { readAppearance, writeAppearance, type Appearance } from './appearance.ts';
import { filterParamsOf } from './filters.ts';
import { readGrouping, type GroupKey } from './lanes/grouping.ts';
import { openingPlaces, type OpeningPlace } from './opening-place.ts';
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

export const milestoneTypes = ['ALL', 'GROUP', 'SUBGROUP', 'PROJECT'] as const;
/** The kind of owner whose milestones the roadmap shows. */
export type MilestoneType = (typeof milestoneTypes)[number];

export const levelChoices = ['1', '2', 'ALL'] as const;
/** Down to which level rows are expanded. */
export type LevelChoice = (typeof levelChoices)[number];

export const milestoneLooks = ['SPANS', 'GUIDES'] as const;
/** How milestones are drawn: as spans that end in a post, or as posts with a line through all rows. */
export type MilestonesAs = (typeof milestoneLooks)[number];

/** The viewer's settings. They are stored in the address and never sent to the server. */
export interface RoadmapSettings extends Appearance {
  /** The filters as text; {@link readTokens} parses them. */
  filterParams: string;
  sortedBy: RoadmapSort;
  epicsState: RoadmapState;
  timeframeRangeType: RangeType;
  /** The custom range; null while a preset range is chosen. */
  customRange: Timeframe | null;
  /** One that the range allows; any for a custom range. */
  presetType: Layout;
  isProgressTrackingActive: boolean;
  progressTracking: ProgressTracking;
  isShowingMilestones: boolean;
  milestonesType: MilestoneType;
  milestonesAs: MilestonesAs;
  levels: LevelChoice;
  isShowingLabels: boolean;
  /** Whether dependency lines are drawn for all rows, not only for the focused one. */
  isShowingDependencies: boolean;
  /** What the lanes are grouped by; null without lanes. */
  groupBy: GroupKey | null;
  /** The lanes of the second level. */
  thenBy: GroupKey | null;
  /** Whether lanes without a matching epic are shown. */
  isShowingEmptyLanes: boolean;
  /** The folded lanes, stored as text; `parseFolded` parses it. Stored per viewer and group, and in views: URLs do not have it. */
  folded: string;
  /** The number of the snapshot that the plan is compared with. */
  compare: string | null;
  /** The past day (`YYYY-MM-DD`) whose end is shown; null: the present. */
  asOf: string | null;
  /** How the opening view places its range, until the viewer changes something; null for any other view. */
  opening: OpeningPlace | 'all' | null;
  /** Rows that fit the viewport; 0 until measured. */
  bufferSize: number;
  /** Set for the roadmap of one epic's children. */
  epicIid: string | null;
}

const openings = [...openingPlaces, 'all'] as const;
/** Marks the settings of the opening view among stored ones; URLs do not have it. */
export const openingKey = 'opening';

/** The keys of the documented settings; the defaults of the others depend on them. */
const documentedKeys = [
  'state',
  'sort',
  'timeframe_range_type',
  'range_from',
  'layout',
  'progress',
  'show_progress',
  'milestones_type',
  'show_milestones',
  'show_labels',
] as const;

/** Whether an address names a documented setting: then the defaults are the documented ones. */
export function namesDocumented(address: Query): boolean {
  return documentedKeys.some((key) => valueOf(address, key) !== null);
}

/** Parses a sort value, ignoring case; an unknown one gives the first. */
export function parseSort(text: string | null | undefined): RoadmapSort {
  return epicSorts.find((sort) => sort === text?.toUpperCase()) ?? epicSorts[0];
}

/**
 * The settings of an address. Missing values come from `stored` (parameters of an earlier address), then from the defaults. Filters come
 * from the address alone. Range, custom days and layout belong together: if the address names a range, stored values of the other two are
 * ignored.
 */
export function readSettings(address: Query, stored: Query = []): RoadmapSettings {
  const value = (key: string) => valueOf(address, key) ?? valueOf(stored, key);
  // An address with documented settings shows the same to everyone: what it leaves out of the others is off.
  const added = namesDocumented(address) ? (key: string) => valueOf(address, key) : value;
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
    milestonesAs: oneOf(milestoneLooks, added('milestones_as')),
    levels: oneOf(levelChoices, added('levels')),
    isShowingLabels: value('show_labels') === 'true',
    isShowingDependencies: value('show_dependencies') === 'true',
    ...readGrouping(added),
    isShowingEmptyLanes: added('show_empty_lanes') === 'true',
    folded: value('folded') ?? '',
    ...readAppearance(added),
    compare: /^[1-9]\d{0,14}$/.exec(valueOf(address, 'compare') ?? '')?.[0] ?? null,
    asOf: asOfIn(address),
    opening: openings.find((opening) => opening === valueOf(stored, openingKey)) ?? null,
    bufferSize: 0,
    epicIid: valueOf(address, 'epicIid') || null,
  };
}

/** The address of these settings: all values are written out, so that everyone with the link sees the same. */
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
    ...(settings.milestonesAs === 'SPANS' ? [] : [['milestones_as', settings.milestonesAs] as const]),
    ...(settings.levels === '1' ? [] : [['levels', settings.levels] as const]),
    ...(settings.isShowingDependencies ? [['show_dependencies', 'true'] as const] : []),
    ...(settings.groupBy ? [['group_by', settings.groupBy] as const] : []),
    ...(settings.thenBy ? [['then_by', settings.thenBy] as const] : []),
    ...(settings.isShowingEmptyLanes ? [['show_empty_lanes', 'true'] as const] : []),
    ...(settings.compare ? [['compare', settings.compare] as const] : []),
    ...(settings.asOf ? [['as_of', settings.asOf] as const] : []),
    ...writeAppearance(settings),
    ...parseQuery(settings.filterParams),
  ];
}

/** The day that counts as today: the past day of the settings, otherwise `today`. */
export function dayShown({ asOf }: Pick<RoadmapSettings, 'asOf'>, today: Day): Day {
  return parseDay(asOf ?? '') ?? today;
}

/** Whether the viewer chose a range, in this address or an earlier one. */
export function hasChosenRange(address: Query, stored: Query = []): boolean {
  return ['timeframe_range_type', 'range_from'].some(
    (key) => valueOf(address, key) !== null || valueOf(stored, key) !== null,
  );
}

/** The settings with another `range` and its default preset. */
export function withRange(settings: RoadmapSettings, range: RangeType): RoadmapSettings {
  if (range === settings.timeframeRangeType && settings.customRange === null) return settings;
  return { ...settings, timeframeRangeType: range, customRange: null, presetType: parsePresetType(null, range) };
}

/** The settings with a custom range, in `layout`. */
export function withCustomRange(settings: RoadmapSettings, range: Timeframe, layout: Layout): RoadmapSettings {
  return { ...settings, customRange: range, presetType: layout };
}

/** The settings with one more label in the filter; unchanged if it is already there. */
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
