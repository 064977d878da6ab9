import type { CadenceId, IterationId, NamespaceId } from '@milepost/core/ids';
import type { Generated, GeneratedTime, NullableDate, NullableTime, Optional } from '../../platform/database/tables.ts';

export interface IterationCadenceTable {
  id: Generated<CadenceId>;
  /** Its group. */
  namespaceId: NamespaceId;
  title: string;
  description: Generated<string>;
  /** Automatic: iterations are created one after the other. */
  isAutomatic: Generated<boolean>;
  isActive: Generated<boolean>;
  startDate: NullableDate;
  durationInWeeks: Optional<number>;
  iterationsInAdvance: Optional<number>;
  /** Roll over: open issues move to the next iteration. */
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
  /** Its position in the cadence, from 1 by date. */
  sequence: number;
  /** Null: it is shown by its dates. */
  title: Optional<string>;
  description: Generated<string>;
  descriptionHtml: Generated<string>;
  startDate: string;
  dueDate: string;
  /** When its open items moved to the next one; null before. */
  rolledOverAt: NullableTime;
  createdAt: GeneratedTime;
  updatedAt: GeneratedTime;
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    iterationCadences: IterationCadenceTable;
    iterations: IterationTable;
  }
}
