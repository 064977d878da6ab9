import { FormattedMessage } from 'react-intl';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import type { TreeItem } from '../data/items.ts';
import type { Holder } from '../data/levels.ts';
import { CreateTask } from './CreateTask.tsx';
import { ExistingTask } from './ExistingTask.tsx';
import { formMessages as messages } from './form-messages.ts';
import { isTaskForm, type RowForm } from './RowMenu.tsx';
import { TreeForms } from './TreeForms.tsx';

export interface RowFormDialogProps {
  item: TreeItem;
  form: RowForm;
  /** The default group of new issues: that of the page's own epic. */
  defaultProject: Holder['defaultProject'];
  groupPath: string;
  onDone(): void;
  onClose(): void;
}

/** A form that adds a child to a row of the tree. */
export function RowFormDialog({ item, form, defaultProject, groupPath, onDone, onClose }: RowFormDialogProps) {
  const { id, title, isConfidential, allowSubEpics, takes } = item;
  if (!takes) return null;
  return (
    <Dialog title={<FormattedMessage {...messages.below} values={{ title }} />} onClose={onClose}>
      {takes.kind === 'issue' && form === 'existingTask' ? (
        <ExistingTask
          issueId={id}
          projectPath={takes.projectPath}
          isConfidential={isConfidential}
          onDone={onDone}
          onClose={onClose}
        />
      ) : takes.kind === 'issue' ? (
        <CreateTask item={item} projectPath={takes.projectPath} onDone={onDone} onClose={onClose} />
      ) : (
        !isTaskForm(form) && (
          <TreeForms
            form={form}
            facts={{
              id,
              title,
              isConfidential,
              allowSubEpics,
              group: takes.group,
              ...takes.rights,
              defaultProject: takes.group.fullPath === groupPath ? defaultProject : null,
            }}
            epicPath={item.webPath}
            onDone={onDone}
            onClose={onClose}
          />
        )
      )}
    </Dialog>
  );
}
