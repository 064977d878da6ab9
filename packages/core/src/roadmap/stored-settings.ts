import type { Query } from '../query.ts';
import type { RoadmapSettings } from './settings.ts';
import { readSettings, writeSettings } from './settings.ts';

/** A person's roadmap settings: parameters of an address and their values, without filters. */
export type StoredSettings = Readonly<Record<string, string>>;

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
  // Folded lanes are stored even if nothing else is.
  const folded = values.filter(([key, value]) => key === 'folded' && value !== '');
  const others = values.filter(([key]) => key !== 'folded');
  return { ...(others.length > 0 && storedSettingsOf(readSettings(others))), ...Object.fromEntries(folded) };
}

/** Whether a person has stored settings other than folded lanes. With folded lanes alone a roadmap opens with its defaults. */
export function keepsSettings(stored: StoredSettings | undefined): stored is StoredSettings {
  return stored !== undefined && Object.keys(stored).join() !== 'folded';
}
