import { extendEpicIssue } from './epics.ts';
import { describeSums, extendEpics } from './epics.ts';
import { mutateParentOfIssue } from './fields.ts';
import { mutateTree } from './mutations.ts';
import { mutateTasks } from './tasks.ts';
import { addHierarchyWidget } from './widget.ts';

export function extendSchema(): void {
  describeSums();
  extendEpicIssue();
  extendEpics();
  addHierarchyWidget();
  mutateTree();
  mutateParentOfIssue();
  mutateTasks();
}
