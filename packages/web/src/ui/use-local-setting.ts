import { useCallback, useSyncExternalStore } from 'react';
import type { LocalSetting } from './local-setting.ts';

/** A setting as state of a component: its value, and a function that changes it everywhere. */
export function useLocalSetting<Value>(setting: LocalSetting<Value>): [Value, (value: Value) => void] {
  const value = useSyncExternalStore(setting.subscribe, () => setting.get());
  const set = useCallback((next: Value) => setting.set(next), [setting]);
  return [value, set];
}
