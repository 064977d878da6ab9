import { use, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { DateField } from '../../../ui/field/DateField.tsx';
import { printDay, readDay } from '../../../ui/field/days.ts';
import { CellEditing, type Editing } from './cell-editing.ts';
import { EditableWidget } from './EditableWidget.tsx';
import { LineEditor } from './LineEditor.tsx';
import { sidebarMessages as messages } from './messages.ts';

/** The due date of an item, or the date of this name: `YYYY-MM-DD`, or null. */
export function DueDateWidget({
  name: given,
  dueDate,
  mayEdit,
  onSave,
}: {
  name?: string;
  dueDate: string | null;
  mayEdit: boolean;
  onSave(dueDate: string | null): Promise<void>;
}) {
  const intl = useIntl();
  const day = readDay(dueDate);
  const name = given ?? intl.formatMessage(messages.dueDate);
  return (
    <EditableWidget
      name={name}
      mayEdit={mayEdit}
      empty={<FormattedMessage {...messages.none} />}
      failed={intl.formatMessage(messages.saveFailed)}
      value={day === null ? null : printDay(intl, day)}
      isInline
      editor={(editing) => (
        <DueDateEditor name={name} dueDate={dueDate?.slice(0, 10) ?? ''} editing={editing} onSave={onSave} />
      )}
    />
  );
}

function DueDateEditor({
  name,
  dueDate,
  editing,
  onSave,
}: {
  name: string;
  dueDate: string;
  editing: Editing;
  onSave(dueDate: string | null): Promise<void>;
}) {
  const [value, setValue] = useState(dueDate);
  // What was seen when the editor opened: a change of somebody else meanwhile is not overwritten silently.
  const [saveSeen] = useState(() => onSave);
  const isCell = use(CellEditing) !== null;
  const save = (): void => (value === dueDate ? editing.close() : editing.save(() => saveSeen(value || null)));
  return (
    <LineEditor onSave={save} onClose={editing.close}>
      <DateField
        label={name}
        isLabelHidden
        clearable
        startsOpen
        value={value}
        onChange={setValue}
        // In a cell the choice of a day is saved at once.
        {...(isCell && { onPick: (picked: string) => editing.save(() => saveSeen(picked)) })}
      />
    </LineEditor>
  );
}
