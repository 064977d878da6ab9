import { mutateManyItems } from './bulk-mutations.ts';
import { describeEpic } from './epics.ts';
import { describeTaskCompletion } from './fields.ts';
import { describeHeads } from './heads.ts';
import { describeIssue } from './issues.ts';
import { describeWorkItem } from './items.ts';
import { mutateItems } from './item-mutations.ts';
import { mutateEpicsAndIssues } from './mutations.ts';
import { listWorkItems } from './namespaces.ts';
import { addOwnWidgets } from './own-widgets.ts';
import { describePlaces } from './places.ts';
import { describeQuickActions } from './quick-actions.ts';
import { findByReference } from './references.ts';
import { describeTodoable } from './todoable.ts';
import { addUnbackedWidgets } from './unbacked.ts';
import { describeTypes } from './types.ts';
import { describeWidgets } from './widgets.ts';

export function extendSchema(): void {
  describeTaskCompletion();
  describeQuickActions();
  describeTodoable();
  describeEpic();
  describeIssue();
  describeWorkItem();
  describeHeads();
  describeTypes();
  describeWidgets();
  addOwnWidgets();
  addUnbackedWidgets();
  listWorkItems();
  findByReference();
  describePlaces();
  mutateEpicsAndIssues();
  mutateItems();
  mutateManyItems();
}
