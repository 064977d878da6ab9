import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { TextField } from '../../../ui/field/Field.tsx';
import type { Editing } from './cell-editing.ts';
import { EditableWidget } from './EditableWidget.tsx';
import { LineEditor } from './LineEditor.tsx';
import { sidebarMessages as messages } from './messages.ts';

/** The weight of an item: a whole number, or none. */
export function WeightWidget({
  weight,
  mayEdit,
  onSave,
}: {
  weight: number | null;
  mayEdit: boolean;
  onSave(weight: number | null): Promise<void>;
}) {
  const { formatMessage, formatNumber } = useIntl();
  return (
    <EditableWidget
      name={formatMessage(messages.weight)}
      mayEdit={mayEdit}
      empty={<FormattedMessage {...messages.none} />}
      failed={formatMessage(messages.saveFailed)}
      value={weight === null ? null : formatNumber(weight)}
      isInline
      editor={(editing) => <WeightEditor weight={weight} editing={editing} onSave={onSave} />}
    />
  );
}

function WeightEditor({
  weight,
  editing,
  onSave,
}: {
  weight: number | null;
  editing: Editing;
  onSave(weight: number | null): Promise<void>;
}) {
  const { formatMessage } = useIntl();
  const [typed, setTyped] = useState(weight === null ? '' : String(weight));
  // What was seen when the editor opened: a change of somebody else meanwhile is not overwritten silently.
  const [saveSeen] = useState(() => onSave);
  const [isWrong, setWrong] = useState(false);
  const save = (): void => {
    const text = typed.trim();
    if (!/^\d{0,9}$/.test(text)) return setWrong(true);
    const next = text === '' ? null : Number(text);
    return next === weight ? editing.close() : editing.save(() => saveSeen(next));
  };
  return (
    <LineEditor onSave={save} onClose={editing.close}>
      <TextField
        label={formatMessage(messages.weight)}
        isLabelHidden
        inputMode="numeric"
        value={typed}
        error={isWrong ? formatMessage(messages.weightWrong) : undefined}
        onChange={(event) => {
          setWrong(false);
          setTyped(event.target.value);
        }}
      />
    </LineEditor>
  );
}
