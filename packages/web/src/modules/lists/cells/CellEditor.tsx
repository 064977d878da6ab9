import { type ReactElement, useEffect, useEffectEvent, useRef, useState } from 'react';
import { TextField } from '../../../ui/field/Field.tsx';
import { IterationWidget } from '../../iterations/IterationWidget.tsx';
import { LabelsWidget } from '../../labels/LabelsWidget.tsx';
import { MilestoneWidget } from '../../milestones/MilestoneWidget.tsx';
import { StatusWidget } from '../../statuses/StatusWidget.tsx';
import { AssigneesWidget } from '../../work-items/sidebar/AssigneesWidget.tsx';
import { CellEditing, type Editing } from '../../work-items/sidebar/cell-editing.ts';
import { DueDateWidget } from '../../work-items/sidebar/DueDateWidget.tsx';
import { EditableWidget } from '../../work-items/sidebar/EditableWidget.tsx';
import { HealthWidget } from '../../work-items/sidebar/HealthWidget.tsx';
import { LineEditor } from '../../work-items/sidebar/LineEditor.tsx';
import { WeightWidget } from '../../work-items/sidebar/WeightWidget.tsx';
import type { CellName, CellValues, EditableItem } from './editable.ts';

export interface CellEditorProps {
  item: EditableItem;
  cell: CellName;
  /** What the field is called. */
  name: string;
  /** The cell. */
  anchor: HTMLElement | null;
  onClose(): void;
  onSave(values: Partial<CellValues>): void;
  /** Tab: 1 opens the next cell, -1 the one before. */
  onStep(step: 1 | -1): void;
}

/** The editor of the sidebar for a field, beside its cell: a choice or Enter saves, Escape restores, Tab saves and goes on. */
export function CellEditor({ item, cell, name, anchor, onClose, onSave, onStep }: CellEditorProps) {
  const step = useRef<1 | -1 | null>(null);
  const isTouched = useRef(false);
  const finish = (work: (() => Promise<void>) | null): void => {
    const by = step.current;
    step.current = null;
    // The widget only reports the new value.
    if (work) void work();
    else onClose();
    if (by !== null) onStep(by);
  };
  const editing: Editing = { anchor, close: () => finish(null), save: (work) => finish(work) };
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    const { target } = event;
    if (!(target instanceof HTMLElement) || !target.closest('[popover]')) return;
    if (event.key === 'Escape' && target.closest('[role="dialog"]')) {
      // Lists of several values save when they close.
      event.preventDefault();
      event.stopPropagation();
      onClose();
      return;
    }
    if (event.key !== 'Tab') {
      isTouched.current = true;
      return;
    }
    const isSearch = target.role === 'combobox' || target.getAttribute('role') === 'combobox';
    const form = target instanceof HTMLInputElement && !isSearch ? target.form : null;
    if (!isSearch && !form) return;
    event.preventDefault();
    step.current = event.shiftKey ? -1 : 1;
    if (form) {
      event.stopPropagation();
      form.requestSubmit();
      // It stays open with a value that is not valid.
      step.current = null;
    } else if (isTouched.current && !isMultiple(target)) {
      event.stopPropagation();
      target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
    }
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    window.addEventListener('keydown', listener, true);
    return () => window.removeEventListener('keydown', listener, true);
  }, []);
  return (
    <CellEditing value={editing}>
      <Field item={item} cell={cell} name={name} onSave={onSave} />
    </CellEditing>
  );
}

const isMultiple = (field: HTMLElement): boolean =>
  field.closest('[popover]')?.querySelector('[aria-multiselectable="true"]') !== null;

function Field({ item, cell, name, onSave }: Pick<CellEditorProps, 'item' | 'cell' | 'name' | 'onSave'>): ReactElement {
  const { home, type, values } = item;
  const save = async (next: Partial<CellValues>): Promise<void> => onSave(next);
  switch (cell) {
    case 'title':
      return <TitleWidget name={name} title={values.title} onSave={(title) => save({ title })} />;
    case 'labels':
      return (
        <LabelsWidget namespace={home} labels={values.labels} mayEdit onSave={(_change, labels) => save({ labels })} />
      );
    case 'status':
      return (
        <StatusWidget
          status={values.status}
          type={type}
          fullPath={home.fullPath}
          mayEdit
          onSave={(status) => save({ status })}
        />
      );
    case 'assignees':
      return (
        <AssigneesWidget
          name={name}
          people={values.assignees}
          home={home}
          mayEdit
          onSave={(assignees) => save({ assignees })}
        />
      );
    case 'milestone':
      return (
        <MilestoneWidget milestone={values.milestone} home={home} mayEdit onSave={(milestone) => save({ milestone })} />
      );
    case 'iteration':
      return (
        <IterationWidget iteration={values.iteration} home={home} mayEdit onSave={(iteration) => save({ iteration })} />
      );
    case 'weight':
      return <WeightWidget weight={values.weight} mayEdit onSave={(weight) => save({ weight })} />;
    case 'health':
      return (
        <HealthWidget
          type={type}
          healthStatus={values.health}
          isOpen={item.isOpen}
          mayEdit
          onSave={(health) => save({ health })}
        />
      );
    case 'startDate':
    case 'dueDate':
      return <DueDateWidget name={name} dueDate={values[cell]} mayEdit onSave={(day) => save({ [cell]: day })} />;
    default:
      return cell satisfies never;
  }
}

interface TitleProps {
  name: string;
  title: string;
  onSave(title: string): Promise<void>;
}

function TitleWidget({ name, title, onSave }: TitleProps) {
  return (
    <EditableWidget
      name={name}
      mayEdit
      empty={null}
      failed=""
      value={title}
      isInline
      editor={(editing) => <TitleEditor name={name} title={title} editing={editing} onSave={onSave} />}
    />
  );
}

function TitleEditor({ name, title, editing, onSave }: TitleProps & { editing: Editing }) {
  const [typed, setTyped] = useState(title);
  const save = (): void => {
    const next = typed.trim();
    if (next === '' || next === title) editing.close();
    else editing.save(() => onSave(next));
  };
  return (
    <LineEditor onSave={save} onClose={editing.close}>
      <TextField label={name} value={typed} maxLength={255} onChange={(event) => setTyped(event.target.value)} />
    </LineEditor>
  );
}
