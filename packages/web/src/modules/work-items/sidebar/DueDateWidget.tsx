import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { DateField } from '../../../ui/field/DateField.tsx';
import { printDay, readDay } from '../../../ui/field/days.ts';
import { Hidden } from '../../../ui/text/text.tsx';
import { EditableWidget, type Editing } from './EditableWidget.tsx';
import { LineEditor } from './LineEditor.tsx';
import { sidebarMessages as messages } from './messages.ts';

/** The due date of an item: `YYYY-MM-DD`, or null. */
export function DueDateWidget({
  dueDate,
  mayEdit,
  onSave,
}: {
  dueDate: string | null;
  mayEdit: boolean;
  onSave(dueDate: string | null): Promise<void>;
}) {
  const intl = useIntl();
  const day = readDay(dueDate);
  return (
    <EditableWidget
      name={intl.formatMessage(messages.dueDate)}
      mayEdit={mayEdit}
      empty={<FormattedMessage {...messages.none} />}
      failed={intl.formatMessage(messages.saveFailed)}
      value={day === null ? null : printDay(intl, day)}
      isInline
      editor={(editing) => <DueDateEditor dueDate={dueDate?.slice(0, 10) ?? ''} editing={editing} onSave={onSave} />}
    />
  );
}

function DueDateEditor({
  dueDate,
  editing,
  onSave,
}: {
  dueDate: string;
  editing: Editing;
  onSave(dueDate: string | null): Promise<void>;
}) {
  const { formatMessage } = useIntl();
  const [value, setValue] = useState(dueDate);
  const save = (): void => (value === dueDate ? editing.close() : editing.save(() => onSave(value || null)));
  return (
    <LineEditor onSave={save} onClose={editing.close}>
      <DateField
        label={<Hidden>{formatMessage(messages.dueDate)}</Hidden>}
        clearable
        startsOpen
        value={value}
        onChange={setValue}
      />
    </LineEditor>
  );
}
