import { localSetting } from '../../../platform/settings/local-setting.ts';

/** Groups whose folded lanes are kept, the latest last. */
const MAX_GROUPS = 30;
/** Folded lanes of one group. */
const MAX_LANES = 500;

type Folded = Readonly<Record<string, readonly string[]>>;

/** The folded lanes of each group, by their keys. */
export const foldedLanes = localSetting<Folded>(
  'roadmap.folded',
  (stored) => {
    try {
      return (JSON.parse(stored ?? '{}') ?? {}) as Folded;
    } catch {
      return {};
    }
  },
  (folded) => JSON.stringify(folded),
);

/** Folds or unfolds lanes. */
export function foldLanes(fullPath: string, keys: readonly string[], isFolded: boolean): void {
  const { [fullPath]: now = [], ...others } = foldedLanes.get();
  const rest = now.filter((key) => !keys.includes(key));
  const next = isFolded ? [...rest, ...keys].slice(-MAX_LANES) : rest;
  const kept = Object.entries(others).slice(-(MAX_GROUPS - 1));
  foldedLanes.set({ ...Object.fromEntries(kept), ...(next.length > 0 && { [fullPath]: next }) });
}
