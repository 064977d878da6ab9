import { type Feature, hasFeature } from '@milepost/core/settings/features';
import type { Trx } from '../../../platform/context.ts';
import { saveDisabledFeatures, saveLabelTimeline, saveTwoFactor } from '../store/features.ts';
import type { Namespace } from '../store.ts';
import { assistantProblems, assistantSettings, saveAssistantChanges, type AssistantChanges } from './assistant.ts';
import { featureProblems, ownDisabledAfter, type FeatureChanges } from './features.ts';

/** Settings of a group or project outside its settings form. */
export interface SwitchChanges extends AssistantChanges {
  /** Features to switch on or off here; one that is off in a group above cannot be switched on. */
  features?: FeatureChanges;
  /** Of a project: whether label changes of incidents are added to their timelines. */
  hasLabelTimeline?: boolean;
  /** Of a group: whether members need a second factor, and how many hours they have to set it up. */
  requiresTwoFactor?: boolean;
  twoFactorGracePeriod?: number;
}

const comparedNames = ['hasLabelTimeline', 'requiresTwoFactor', 'twoFactorGracePeriod', ...assistantSettings] as const;

/** The names of those that a change would change. */
export function changedSwitches(before: Namespace, changes: SwitchChanges): string[] {
  const names: string[] = comparedNames.filter((name) => changes[name] !== undefined && changes[name] !== before[name]);
  const isSwitched = Object.entries(changes.features ?? {}).some(
    ([feature, isOn]) => isOn !== hasFeature(before, feature as Feature),
  );
  return isSwitched ? [...names, 'features'] : names;
}

export async function switchProblems(
  trx: Trx,
  before: Namespace,
  changes: SwitchChanges,
): Promise<Readonly<Record<string, readonly string[]>>> {
  return {
    ...(await featureProblems(trx, before, changes.features ?? {})),
    ...(await assistantProblems(trx, before, changes)),
  };
}

/** They do not count in `lockVersion`: the settings form on the same page must stay valid. */
export async function saveSwitches(trx: Trx, before: Namespace, changes: SwitchChanges): Promise<void> {
  const { id } = before;
  const changed = changedSwitches(before, changes);
  if (changed.includes('features')) {
    await saveDisabledFeatures(trx, id, ownDisabledAfter(before, changes.features ?? {}));
  }
  const { hasLabelTimeline } = changes;
  if (hasLabelTimeline !== undefined) await saveLabelTimeline(trx, id, hasLabelTimeline);
  const { requiresTwoFactor = before.requiresTwoFactor } = changes;
  const { twoFactorGracePeriod = before.twoFactorGracePeriod } = changes;
  if (changed.includes('requiresTwoFactor') || changed.includes('twoFactorGracePeriod'))
    await saveTwoFactor(trx, id, { requiresTwoFactor, twoFactorGracePeriod });
  await saveAssistantChanges(trx, before, changes);
}
