import { mutateManyItems } from './graphql-bulk-mutations.ts';
import { describeEpic } from './graphql-epics.ts';
import { describeTaskCompletion } from './graphql-fields.ts';
import { describeHeads } from './graphql-heads.ts';
import { describeIssue } from './graphql-issues.ts';
import { describeWorkItem } from './graphql-items.ts';
import { mutateItems } from './graphql-item-mutations.ts';
import { mutateEpicsAndIssues } from './graphql-mutations.ts';
import { listWorkItems } from './graphql-namespaces.ts';
import { addOwnWidgets } from './graphql-own-widgets.ts';
import { describePlaces } from './graphql-places.ts';
import { describeQuickActions } from './graphql-quick-actions.ts';
import { findByReference } from './graphql-references.ts';
import { describeTodoable } from './graphql-todoable.ts';
import { addUnbackedWidgets } from './graphql-unbacked.ts';
import { describeTypes } from './graphql-types.ts';
import { describeWidgets } from './graphql-widgets.ts';

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
