import type { FieldErrors } from '../errors.ts';
import type { Query } from '../query.ts';
import { rangeTypes } from './ranges.ts';
import type { RoadmapSettings } from './settings.ts';
import { readSettings, writeSettings } from './settings.ts';

/** A person's roadmap settings: parameters of an address and their values, without filters. */
export type StoredSettings = Readonly<Record<string, string>>;

/** Characters of one stored value: the longest is `LABEL:` with the scope of a label. */
export const MAX_STORED_VALUE = 300;

/** Values to change in the stored settings; null removes one. */
export type StoredSettingsChange = Readonly<Record<string, string | null>>;

/** The settings to store for the next visit. */
export function storedSettingsOf(settings: RoadmapSettings): StoredSettings {
  return Object.fromEntries(writeSettings({ ...settings, filterParams: '', epicIid: null, compare: null, asOf: null }));
}

/** Stored settings as address parameters, to parse with {@link readSettings}. */
export function queryOfStored(stored: StoredSettings): Query {
  return Object.entries(stored);
}

/** The difference. Only this is sent, so that two open pages do not overwrite each other's choices. */
export function storedSettingsDiff(before: StoredSettings, after: StoredSettings): StoredSettingsChange {
  const change: Record<string, string | null> = {};
  for (const key of Object.keys(before)) if (!(key in after)) change[key] = null;
  for (const [key, value] of Object.entries(after)) if (before[key] !== value) change[key] = value;
  return change;
}

/** Stored settings after a change; inconsistent values fall back as they do in an address. */
export function mergeStored(stored: StoredSettings, change: StoredSettingsChange): StoredSettings {
  const values = Object.entries({ ...stored, ...change }).filter((pair): pair is [string, string] => pair[1] !== null);
  return values.length === 0 ? {} : storedSettingsOf(readSettings(values));
}

/** Validation errors of a requested change, given the stored settings: unknown keys and values. Null where there are none. */
export function storedSettingsProblems(change: unknown, stored: StoredSettings): FieldErrors | null {
  if (!isChange(change)) return { settings: ['must be an object of texts'] };
  const merged = mergeStored(stored, change);
  const wrong = Object.entries(change).filter(
    ([key, value]) => value !== null && merged[key] !== value && !isPossible(key, value),
  );
  return wrong.length === 0 ? null : Object.fromEntries(wrong.map(([key]) => [key.slice(0, 50), ['is invalid']]));
}

function isChange(change: unknown): change is StoredSettingsChange {
  if (typeof change !== 'object' || change === null || Array.isArray(change)) return false;
  const entries = Object.entries(change as Record<string, unknown>);
  return (
    entries.length <= 50 &&
    entries.every(([, value]) => value === null || (typeof value === 'string' && value.length <= MAX_STORED_VALUE))
  );
}

/** Whether a value survives a round trip; some values are valid in one range only, or below another one. */
function isPossible(key: string, value: string): boolean {
  return rangeTypes.some((range) => {
    const around: Query = [
      ...(key === 'timeframe_range_type' ? [] : [['timeframe_range_type', range] as const]),
      ...(key === 'then_by' ? [['group_by', value === 'HEALTH' ? 'STATUS' : 'HEALTH'] as const] : []),
    ];
    return storedSettingsOf(readSettings([...around, [key, value]]))[key] === value;
  });
}
