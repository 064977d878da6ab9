import type { CadenceId, IterationId, NamespaceId } from '@milepost/core/ids';
import type { Generated, GeneratedTime, NullableDate, Optional } from '../../platform/database/tables.ts';

export interface IterationCadenceTable {
  id: Generated<CadenceId>;
  /** The group it belongs to. */
  namespaceId: NamespaceId;
  title: string;
  description: Generated<string>;
  /** Whether its iterations make themselves, one after the other. */
  isAutomatic: Generated<boolean>;
  isActive: Generated<boolean>;
  startDate: NullableDate;
  durationInWeeks: Optional<number>;
  iterationsInAdvance: Optional<number>;
  /** Whether open issues go on to the next iteration when theirs is over. */
  rollsOver: Generated<boolean>;
  createdAt: GeneratedTime;
  updatedAt: GeneratedTime;
}

export interface IterationTable {
  id: Generated<IterationId>;
  cadenceId: CadenceId;
  /** The cadence's group. */
  namespaceId: NamespaceId;
  iid: number;
  /** Its place in the cadence, from 1 in order of dates. */
  sequence: number;
  /** Null: it is called by its dates. */
  title: Optional<string>;
  description: Generated<string>;
  descriptionHtml: Generated<string>;
  startDate: string;
  dueDate: string;
  createdAt: GeneratedTime;
  updatedAt: GeneratedTime;
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    iterationCadences: IterationCadenceTable;
    iterations: IterationTable;
  }
}
