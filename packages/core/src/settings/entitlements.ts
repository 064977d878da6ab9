import { hasFeature, type Feature, type WithFeatures } from './features.ts';

/** The features that a plan may leave out. Without a stored plan, every feature is included. */
export const planFeatures = [
  'health_status',
  'sub_epics',
  'custom_fields',
  'iterations',
  'statuses',
  'boards',
] as const satisfies readonly Feature[];
export type PlanFeature = (typeof planFeatures)[number];

/** As messages name them. */
export const planFeatureTitles: Readonly<Record<PlanFeature, string>> = {
  health_status: 'Health status',
  sub_epics: 'Sub-epics',
  custom_fields: 'Custom fields',
  iterations: 'Iterations',
  statuses: 'Statuses',
  boards: 'Boards',
};

/** A group or project with the features that the plan of its top-level group leaves out. */
export interface WithPlan {
  excludedFeatures: readonly PlanFeature[];
}

export function isIncluded({ excludedFeatures }: WithPlan, feature: Feature): boolean {
  return !(excludedFeatures as readonly Feature[]).includes(feature);
}

/** Whether pages show a feature: it is included in the plan, and not switched off. */
export function isOffered(namespace: WithFeatures & WithPlan, feature: Feature): boolean {
  return isIncluded(namespace, feature) && hasFeature(namespace, feature);
}

/** The features that pages do not show. */
export function unofferedFeatures({ disabledFeatures, excludedFeatures }: WithFeatures & WithPlan): readonly Feature[] {
  return excludedFeatures.length === 0 ? disabledFeatures : [...new Set([...disabledFeatures, ...excludedFeatures])];
}
