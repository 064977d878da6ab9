import { AddExisting } from './AddExisting.tsx';
import type { TreeForm } from './AddMenu.tsx';
import { CreateEpic } from './CreateEpic.tsx';
import { CreateIssue } from './CreateIssue.tsx';
import type { TreeFormProps } from './tree-form.ts';

/** The one form that is open. */
export function TreeForms({ form, ...props }: TreeFormProps & { form: TreeForm }) {
  switch (form) {
    case 'newEpic':
      return <CreateEpic {...props} />;
    case 'newIssue':
      return <CreateIssue {...props} />;
    case 'existingEpic':
      return <AddExisting key="epic" kind="epic" {...props} />;
    default:
      return <AddExisting key="issue" kind="issue" {...props} />;
  }
}
