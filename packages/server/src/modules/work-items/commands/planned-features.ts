import type { PlanFeature } from '@milepost/core/settings/entitlements';
import type { WorkItemRow } from '../table.ts';
import type { WorkItemChange } from './fields.ts';

/** The features of plans that a change of an item, or a new item, uses. */
export function plannedFeaturesIn(
  { healthStatus, statusId }: WorkItemChange,
  before: Pick<WorkItemRow, 'healthStatus' | 'statusId'> | null = null,
): PlanFeature[] {
  const features: PlanFeature[] = [];
  if (isChanged(healthStatus, before?.healthStatus)) features.push('health_status');
  if (isChanged(statusId, before?.statusId)) features.push('statuses');
  return features;
}

const isChanged = (value: unknown, former: unknown): boolean => value !== undefined && value !== (former ?? null);
