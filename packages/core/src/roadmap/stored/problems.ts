import type { FieldErrors } from '../../errors.ts';
import type { Query } from '../../query.ts';
import { MAX_FOLDED_LENGTH, parseFolded, printFolded } from '../lanes/folded.ts';
import { rangeTypes } from '../ranges.ts';
import { readSettings } from '../settings.ts';
import { mergeStored, storedSettingsOf, type StoredSettings, type StoredSettingsChange } from '../stored-settings.ts';

/** Characters of one stored value: the longest is `LABEL:` with the scope of a label. */
export const MAX_STORED_VALUE = 300;

/** Validation errors of a requested change, given the stored settings: unknown keys and values. Null where there are none. */
export function storedSettingsProblems(change: unknown, stored: StoredSettings): FieldErrors | null {
  if (!isChange(change)) return { settings: ['must be an object of texts'] };
  const { folded } = change;
  if (folded && printFolded(parseFolded(folded)) !== folded) return { folded: ['is invalid'] };
  const merged = mergeStored(stored, change);
  const wrong = Object.entries(change).filter(
    ([key, value]) => value !== null && merged[key] !== value && !isPossible(key, value),
  );
  return wrong.length === 0 ? null : Object.fromEntries(wrong.map(([key]) => [key.slice(0, 50), ['is invalid']]));
}

function isChange(change: unknown): change is StoredSettingsChange {
  if (typeof change !== 'object' || change === null || Array.isArray(change)) return false;
  const entries = Object.entries(change as Record<string, unknown>);
  const lengthOf = (key: string) => (key === 'folded' ? MAX_FOLDED_LENGTH : MAX_STORED_VALUE);
  return (
    entries.length <= 50 &&
    entries.every(([key, value]) => value === null || (typeof value === 'string' && value.length <= lengthOf(key)))
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
