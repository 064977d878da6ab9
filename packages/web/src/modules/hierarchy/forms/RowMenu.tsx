import { Ellipsis } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { IconButton } from '../../../ui/button/IconButton.tsx';
import { Menu, MenuItem } from '../../../ui/overlay/Menu.tsx';
import type { TreeItem } from '../data/items.ts';
import { FormEntries, formsOffered, type TreeForm } from './AddMenu.tsx';
import { formMessages as messages } from './form-messages.ts';

/** A form that adds a child to a row. */
export type RowForm = TreeForm | TaskForm;
type TaskForm = 'newTask' | 'existingTask';
const taskForms: readonly TaskForm[] = ['newTask', 'existingTask'];

/** Whether a form adds to an issue. */
export function isTaskForm(form: RowForm): form is TaskForm {
  return form === 'newTask' || form === 'existingTask';
}

export interface RowMenuProps {
  item: TreeItem;
  onForm(key: string, form: RowForm): void;
}

/** The menu of children that the viewer may add to a row; nothing if there are none. */
export function formsOfRow({ takes, allowSubEpics }: TreeItem): RowForm[] {
  if (!takes) return [];
  return takes.kind === 'issue' ? [...taskForms] : formsOffered({ ...takes.rights, allowSubEpics });
}

/** Opens the forms that add children to a row. Keys on the row: the menu key, Shift and F10, or +. */
export function RowMenu({ item, onForm }: RowMenuProps) {
  const { formatMessage } = useIntl();
  const label = formatMessage(messages.addBelow, { title: item.title });
  return (
    <Menu
      label={label}
      placement={{ align: 'end' }}
      trigger={(props) => (
        <IconButton
          {...props}
          className="no-drag"
          icon={Ellipsis}
          size="small"
          tabIndex={-1}
          label={label}
          onFocus={({ target, relatedTarget }) => {
            // A closing menu returns the focus to its button; in a tree it belongs to the row.
            if (relatedTarget?.closest('[role=menu]')) target.closest<HTMLElement>('[role=treeitem]')?.focus();
          }}
        />
      )}
    >
      {item.takes?.kind === 'issue' ? (
        taskForms.map((form) => (
          <MenuItem key={form} onSelect={() => onForm(item.key, form)}>
            <FormattedMessage {...messages[form]} />
          </MenuItem>
        ))
      ) : (
        <FormEntries
          offered={formsOfRow(item).filter((form) => !isTaskForm(form))}
          onForm={(form) => onForm(item.key, form)}
        />
      )}
    </Menu>
  );
}
