import type { Day } from '../days.ts';
import { addDays, dayOf, partsOf } from '../days.ts';
import { unreachable } from '../errors.ts';

export const rangeTypes = ['CURRENT_QUARTER', 'CURRENT_YEAR', 'THREE_YEARS'] as const;
/** Range types of the roadmap. */
export type RangeType = (typeof rangeTypes)[number];

export const presetTypes = ['QUARTERS', 'MONTHS', 'WEEKS'] as const;
/** The time unit of one column. */
export type PresetType = (typeof presetTypes)[number];

/** All time units from fine to coarse: the presets, and whole years in a custom range. */
export const layouts = ['WEEKS', 'MONTHS', 'QUARTERS', 'YEARS'] as const;
export type Layout = (typeof layouts)[number];

/** Whole days, both ends included. */
export interface Timeframe {
  from: Day;
  to: Day;
}

/** Whether `day` is in the range. */
export function isWithin(day: Day, { from, to }: Timeframe): boolean {
  return from <= day && day <= to;
}

const presetsByRange: Record<RangeType, readonly [PresetType, ...PresetType[]]> = {
  CURRENT_QUARTER: ['WEEKS'],
  CURRENT_YEAR: ['MONTHS', 'WEEKS'],
  THREE_YEARS: ['QUARTERS', 'MONTHS', 'WEEKS'],
};

/** The presets a range allows; the first is its default. */
export function presetsOf(range: RangeType): readonly [PresetType, ...PresetType[]] {
  return presetsByRange[range];
}

/** Reads a range type; anything unknown is this quarter. */
export function parseRangeType(text: string | null | undefined): RangeType {
  return rangeTypes.find((range) => range === text) ?? 'CURRENT_QUARTER';
}

/** Parses a preset of `range`; an unknown or disallowed one gives the range's default. */
export function parsePresetType(text: string | null | undefined, range: RangeType): PresetType {
  const presets = presetsOf(range);
  return presets.find((preset) => preset === text) ?? presets[0];
}

/**
 * The days of a range relative to `today`. In three years the current month is the first of the eighteen months ahead, and with
 * quarters the current quarter is the first of the six ahead, so the range always has 36 whole months.
 */
export function windowOf(range: RangeType, today: Day, preset: Layout = presetsOf(range)[0]): Timeframe {
  const { year, month } = partsOf(today);
  const quarterStart = month - ((month - 1) % 3);
  switch (range) {
    case 'CURRENT_QUARTER':
      return months(year, quarterStart, 3);
    case 'CURRENT_YEAR':
      return months(year, 1, 12);
    case 'THREE_YEARS':
      return months(year, (preset === 'QUARTERS' ? quarterStart : month) - 18, 36);
    default:
      return unreachable(range);
  }
}

function months(year: number, firstMonth: number, count: number): Timeframe {
  return { from: dayOf(year, firstMonth, 1), to: addDays(dayOf(year, firstMonth + count, 1), -1) };
}
