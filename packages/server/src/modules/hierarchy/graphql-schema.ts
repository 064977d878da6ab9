import { extendEpicIssue } from './graphql-epic-issues.ts';
import { describeSums, extendEpics } from './graphql-epics.ts';
import { mutateTree } from './graphql-mutations.ts';
import { mutateTasks } from './graphql-tasks.ts';
import { addHierarchyWidget } from './graphql-widget.ts';

export function extendSchema(): void {
  describeSums();
  extendEpicIssue();
  extendEpics();
  addHierarchyWidget();
  mutateTree();
  mutateTasks();
}
