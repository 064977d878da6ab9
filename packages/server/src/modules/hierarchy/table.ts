import type { Audience, Rollup } from '@milepost/core/hierarchy';
import type { WorkItemId } from '@milepost/core/ids';
import type { Generated } from '../../platform/database/tables.ts';

type Counts = { [Field in keyof Rollup]: Generated<number> };

/** The totals below an item, as of the last fold. */
export interface WorkItemRollupTable extends Counts {
  workItemId: WorkItemId;
  audience: Audience;
}

/** A pending delta. */
export interface WorkItemRollupDeltaTable extends Counts {
  id: Generated<number>;
  workItemId: WorkItemId;
  audience: Audience;
  /** The day in UTC. */
  changedOn: Generated<string>;
}

/** What one change adds to the sums of all its ancestors, pending. */
export interface WorkItemRollupChangeTable extends Rollup {
  ancestorIds: WorkItemId[];
  audience: Audience;
  /** The day in UTC. */
  changedOn: Generated<string>;
}

/** The folded deltas and changes of one day in UTC. */
export interface WorkItemRollupDayTable extends Counts {
  workItemId: WorkItemId;
  audience: Audience;
  day: string;
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    workItemRollups: WorkItemRollupTable;
    workItemRollupDeltas: WorkItemRollupDeltaTable;
    workItemRollupChanges: WorkItemRollupChangeTable;
    workItemRollupDays: WorkItemRollupDayTable;
  }
}
