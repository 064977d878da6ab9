import { type Feature, features, featuresOf, hasFeature, settingOf } from '@milepost/core/settings/features';
import { Type, type TOptional, type TBoolean, type TProperties } from 'typebox';
import type { FeatureChanges } from '../commands/features.ts';
import type { Namespace } from '../store.ts';
import type { NamespaceKind } from '../table.ts';

/** `issues_enabled` and `request_access_enabled` are published; the others follow their form. */
const descriptions: Readonly<Record<Feature, string>> = {
  scoped_labels: 'Milepost extension. Whether labels like `key::value` are scoped',
  health_status: 'Milepost extension. Whether items have a health status',
  sub_epics: 'Milepost extension. Whether epics can get child epics',
  custom_fields: 'Milepost extension. Whether items have custom fields',
  iterations: 'Milepost extension. Whether issues have iterations',
  statuses: 'Milepost extension. Whether items have statuses',
  boards: 'Milepost extension. Whether there are boards',
  access_requests: 'Whether people may ask for access',
  issues: 'Whether there are issues',
  milestones: 'Milepost extension. Whether there are milestones',
};

/** The feature switches as parameters; a feature that is off in a group above cannot be switched on. */
export const featureInput = Object.fromEntries(
  features.map((name) => [settingOf(name), Type.Optional(Type.Boolean({ description: descriptions[name] }))]),
) satisfies TProperties as Record<string, TOptional<TBoolean>>;

export const accessLevelInput = Type.Optional(
  Type.Union(
    ['enabled', 'private', 'disabled'].map((level) => Type.Literal(level)),
    { description: 'The same as `issues_enabled`: `private` counts as enabled' },
  ),
);

/** The switches in the input of a change, and the input without them. */
export function featureChangesOf<Input extends object>(input: Input): { features: FeatureChanges; rest: Input } {
  const rest = { ...input } as Record<string, unknown>;
  const changes: Partial<Record<Feature, boolean>> = {};
  const { issues_access_level: level } = rest;
  delete rest['issues_access_level'];
  if (level !== undefined) changes.issues = level !== 'disabled';
  for (const name of features) {
    const value = rest[settingOf(name)];
    delete rest[settingOf(name)];
    if (typeof value === 'boolean') changes[name] = value;
  }
  return { features: changes, rest: rest as Input };
}

/** The state of each switch of a group or project. */
export function presentFeatures(namespace: Namespace, kind: NamespaceKind = namespace.kind): Record<string, boolean> {
  return Object.fromEntries(featuresOf(kind).map((name) => [settingOf(name), hasFeature(namespace, name)]));
}
