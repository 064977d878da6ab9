import { labelChanges } from '@milepost/core/label-selection';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { type Ref, use, useImperativeHandle, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { CellEditing, type Editing } from '../work-items/sidebar/cell-editing.ts';
import { EditableWidget } from '../work-items/sidebar/EditableWidget.tsx';
import { labelGid, type ShownLabel } from './api.ts';
import { LabelChip } from './LabelChip.tsx';
import { LabelSelect, pickedLabel } from './LabelPicker.tsx';
import { labelMessages as messages } from './messages.ts';
import styles from './LabelsWidget.module.css';

export interface LabelsWidgetProps {
  /** The item's namespace, in which new labels are created. */
  namespace: NamespaceRef;
  labels: readonly ShownLabel[];
  mayEdit: boolean;
  /** Saves; `labels` is what the item carries afterwards. */
  onSave(change: { addLabelIds: string[]; removeLabelIds: string[] }, labels: ShownLabel[]): Promise<void>;
}

/** The labels of an item, edited in place and saved when the selector closes. */
export function LabelsWidget({ namespace, labels, mayEdit, onSave }: LabelsWidgetProps) {
  const { formatMessage } = useIntl();
  const isCell = use(CellEditing) !== null;
  const leave = useRef<() => void>(null);
  const shown = labels.map((label) => ({ ...label, id: labelGid(label.id) }));
  return (
    <EditableWidget
      name={formatMessage(messages.labels)}
      mayEdit={mayEdit}
      empty={formatMessage(messages.none)}
      failed={formatMessage(messages.saveFailed)}
      shortcut="l"
      isInline={!isCell}
      onLeave={() => leave.current?.()}
      value={shown.length > 0 ? <Chips labels={shown} name={formatMessage(messages.labels)} /> : null}
      editor={(editing) => (
        <Editor
          namespace={namespace}
          labels={shown}
          editing={editing}
          leaving={leave}
          isCell={isCell}
          onSave={onSave}
        />
      )}
    />
  );
}

/** When there are too many for the sidebar they scroll in a box, also by keyboard. */
const MAX_WITHOUT_SEARCH = 16;

function Chips({ labels, name }: { labels: readonly ShownLabel[]; name: string }) {
  const chips = labels.map((label) => <LabelChip key={label.id} label={label} size="large" />);
  if (labels.length <= MAX_WITHOUT_SEARCH) return chips;
  return (
    // A scrollable element must be focusable.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.labels} role="group" aria-label={name} tabIndex={0}>
      {chips}
    </div>
  );
}

function Editor({
  namespace,
  labels,
  editing,
  leaving,
  isCell,
  onSave,
}: Pick<LabelsWidgetProps, 'namespace' | 'labels' | 'onSave'> & {
  editing: Editing;
  leaving: Ref<() => void>;
  isCell: boolean;
}) {
  const [value, setValue] = useState(() => labels.map((label) => pickedLabel(label)));
  const leave = (): void => {
    const { added, removed } = labelChanges(value);
    const before = new Set(labels.map(({ id }) => id));
    // Set and cleared again means unchanged.
    const change = {
      addLabelIds: added.filter((id) => !before.has(id)),
      removeLabelIds: removed.filter((id) => before.has(id)),
    };
    if (change.addLabelIds.length + change.removeLabelIds.length === 0) return editing.close();
    const next = value
      .filter((label) => label.set)
      .map(({ id, title, color, description }) => ({ id, title, color, description: description ?? null }));
    return editing.save(() => onSave(change, next));
  };
  useImperativeHandle(leaving, () => leave);
  return (
    <LabelSelect
      namespace={namespace}
      value={value}
      onChange={setValue}
      startsOpen
      {...(isCell && { anchor: editing.anchor })}
      onClose={leave}
    />
  );
}
