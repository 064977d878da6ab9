/**
 * The features that can be switched off in a group or project. A feature that is off in a group is off in all its descendants,
 * and cannot be switched on there. Data is kept, and shown again when the feature is switched on.
 */
export const features = [
  'scoped_labels',
  'health_status',
  'sub_epics',
  'custom_fields',
  'iterations',
  'statuses',
  'boards',
  'access_requests',
  'issues',
  'milestones',
] as const;
export type Feature = (typeof features)[number];

const featuresOfGroups: readonly Feature[] = features.filter((name) => name !== 'issues' && name !== 'milestones');
const featuresOfProjects: readonly Feature[] = features.filter((name) => name !== 'sub_epics');

/** The switches of a group or project. Epics are in groups, and issues and milestones can be switched off in projects only. */
export function featuresOf(kind: 'group' | 'project'): readonly Feature[] {
  return kind === 'group' ? featuresOfGroups : featuresOfProjects;
}

/** The parameter of REST that switches a feature. */
export function settingOf(feature: Feature): string {
  if (feature === 'access_requests') return 'request_access_enabled';
  return feature === 'sub_epics' ? 'subepics_enabled' : `${feature}_enabled`;
}

/** A group, project or item with its features. */
export interface WithFeatures {
  /** Features switched off in the namespace or in a group above. */
  disabledFeatures: readonly Feature[];
}

export function hasFeature({ disabledFeatures }: WithFeatures, feature: Feature): boolean {
  return !disabledFeatures.includes(feature);
}

/** The feature of a page below a group or project, by the part of its URL after `/-/`; null for none. */
export function featureOfPage(rest: string): Feature | null {
  const found = pagesOfFeatures.find(([prefix]) => rest === prefix || rest.startsWith(`${prefix}/`));
  return found?.[1] ?? null;
}

const pagesOfFeatures: readonly (readonly [string, Feature])[] = [
  ['boards', 'boards'],
  ['issues', 'issues'],
  ['milestones', 'milestones'],
  ['iterations', 'iterations'],
  ['cadences', 'iterations'],
  ['settings/custom_fields', 'custom_fields'],
  ['settings/statuses', 'statuses'],
];
