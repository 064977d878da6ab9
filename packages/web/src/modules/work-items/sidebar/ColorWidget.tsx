import type { CSSProperties } from 'react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Hidden } from '../../../ui/text/text.tsx';
import { ColorChoice } from '../ColorChoice.tsx';
import { itemLook } from '../ItemLayout.tsx';
import type { Editing } from './cell-editing.ts';
import { EditableWidget } from './EditableWidget.tsx';
import { LineEditor } from './LineEditor.tsx';
import { sidebarMessages as messages } from './messages.ts';
import { nameOfColor } from './seen.ts';

export interface ColorWidgetProps {
  /** Null if it could not be fetched. A color that is none of the suggested ones is shown as its code. */
  color: string | null;
  mayEdit: boolean;
  /** The error message: the field is marked as invalid as long as there is one. */
  error?: string | null;
  /** Called when the color picker opens. */
  onOpen?(): void;
  onSave(color: string): Promise<void>;
}

/** The color of an epic on the roadmap. */
export function ColorWidget({ color, mayEdit, error = null, onOpen, onSave }: ColorWidgetProps) {
  const { formatMessage } = useIntl();
  return (
    <EditableWidget
      name={formatMessage(messages.color)}
      mayEdit={mayEdit}
      empty={formatMessage(messages.none)}
      failed={formatMessage(messages.colorFailed)}
      error={error}
      value={
        color && (
          <>
            <span className={itemLook.swatch} style={{ '--bar': color.trim() } as CSSProperties} />
            {nameOfColor(color)}
          </>
        )
      }
      isInline
      onOpen={onOpen}
      editor={(editing) => <Editor color={color ?? ''} error={error} editing={editing} onSave={onSave} />}
    />
  );
}

function Editor({
  color,
  error,
  editing,
  onSave,
}: {
  color: string;
  error: string | null;
  editing: Editing;
  onSave(color: string): Promise<void>;
}) {
  const { formatMessage } = useIntl();
  const [chosen, setChosen] = useState(color);
  // What was seen when the editor opened: a change of somebody else meanwhile is not overwritten silently.
  const [seen] = useState(() => ({ color, onSave }));
  const save = (): void => (chosen === seen.color ? editing.close() : editing.save(() => seen.onSave(chosen)));
  return (
    <LineEditor onSave={save} onClose={editing.close}>
      <ColorChoice
        label={<Hidden>{formatMessage(messages.color)}</Hidden>}
        value={chosen}
        error={error}
        onChange={setChosen}
      />
    </LineEditor>
  );
}
