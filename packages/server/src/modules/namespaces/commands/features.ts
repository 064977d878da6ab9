import { type Feature, features, featuresOf, hasFeature, settingOf } from '@milepost/core/settings/features';
import type { Trx } from '../../../platform/context.ts';
import { switchedOffAbove } from '../store/features.ts';
import type { Namespace } from '../store.ts';

/** Features to switch on (true) or off (false). */
export type FeatureChanges = Readonly<Partial<Record<Feature, boolean>>>;

/** The features switched off in the namespace itself after a change. */
export function ownDisabledAfter({ ownDisabledFeatures }: Namespace, changes: FeatureChanges): Feature[] {
  return features.filter((name) => !(changes[name] ?? !ownDisabledFeatures.includes(name)));
}

/** Errors by parameter: a feature that is off in a group above cannot be switched on, and some features exist only in groups. */
export async function featureProblems(
  trx: Trx,
  namespace: Namespace,
  changes: FeatureChanges,
): Promise<Record<string, string[]>> {
  const changed = features.filter(
    (name) => changes[name] !== undefined && changes[name] !== hasFeature(namespace, name),
  );
  if (changed.length === 0) return {};
  const known = featuresOf(namespace.kind);
  const above = await switchedOffAbove(trx, namespace);
  return Object.fromEntries(
    changed.flatMap((name) => {
      const group = above.get(name);
      if (changes[name] && group !== undefined) return [[settingOf(name), [`is switched off in ${group}`]]];
      return known.includes(name) ? [] : [[settingOf(name), [`is not a setting of a ${namespace.kind}`]]];
    }),
  );
}
