import type { PlanFeature } from '@milepost/core/settings/entitlements';
import type { NamespaceId } from '@milepost/core/ids';
import type { Generated, GeneratedTime, NullableDate, Optional } from '../../platform/database/tables.ts';

/** What a top-level group bought. Without a row, every feature is included. */
export interface PlanTable {
  namespaceId: NamespaceId;
  code: string;
  name: string;
  excludedFeatures: Generated<PlanFeature[]>;
  /** Null: any number. */
  seats: Optional<number>;
  /** Whether people are refused when no seat is left. */
  blocksOverage: Generated<boolean>;
  /** The first day of the running term. */
  startsOn: string;
  /** Its last day; null: it does not end. */
  endsOn: NullableDate;
  isTrial: Generated<boolean>;
  trialEndsOn: NullableDate;
  createdAt: GeneratedTime;
  updatedAt: GeneratedTime;
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    plans: PlanTable;
  }
}
