import { isIncluded, planFeatureTitles, type PlanFeature, type WithPlan } from '@milepost/core/settings/entitlements';
import { DomainError } from '@milepost/core/errors';

/** A change with a feature that the plan of the top-level group leaves out. */
export class FeatureNotIncludedError extends DomainError {
  override name = 'FeatureNotIncludedError';
  readonly code = 'FEATURE_NOT_INCLUDED' as const;
  readonly kind = 'forbidden' as const;
  override readonly publicMessage: string;
  constructor(readonly feature: PlanFeature) {
    const message = `${planFeatureTitles[feature]}: not included in the plan of this group (${feature}).`;
    super(message);
    this.publicMessage = message;
  }
}

/** Throws FeatureNotIncludedError for the first feature outside the plan. Reading what exists is always allowed. */
export function requireIncluded(namespace: WithPlan, ...features: readonly PlanFeature[]): void {
  const excluded = features.find((feature) => !isIncluded(namespace, feature));
  if (excluded) throw new FeatureNotIncludedError(excluded);
}
