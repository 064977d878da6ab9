import { FormattedMessage, useIntl } from 'react-intl';
import { ConfirmDialog } from '../../../platform/forms/ConfirmDialog.tsx';
import { printDay, readDay } from '../../../ui/field/days.ts';
import { itemMessages } from '../../work-items/messages.ts';
import { conflictMessages as messages } from './conflict-messages.ts';
import type { CellName, CellValues } from './editable.ts';
import type { CellConflict } from './use-cells.ts';

export interface ConflictDialogProps {
  conflict: CellConflict;
  /** What the field is called. */
  name: string;
  onOverwrite(): Promise<void>;
  onClose(): void;
}

/** Asks before a change of somebody else is overwritten; the row shows their value already. */
export function ConflictDialog({ conflict, name, onOverwrite, onClose }: ConflictDialogProps) {
  const describe = useDescription();
  const { cell, now, wanted } = conflict;
  return (
    <ConfirmDialog
      title={<FormattedMessage {...messages.title} />}
      confirm={<FormattedMessage {...messages.overwrite} />}
      failed={<FormattedMessage {...messages.failed} />}
      perform={onOverwrite}
      onClose={onClose}
    >
      <FormattedMessage
        {...messages.text}
        values={{
          field: name,
          title: now.values.title,
          now: <strong>{describe(cell, now.values)}</strong>,
          wanted: <strong>{describe(cell, wanted.values)}</strong>,
        }}
      />
    </ConfirmDialog>
  );
}

/** A value in words. */
function useDescription(): (cell: CellName, values: CellValues) => string {
  const intl = useIntl();
  const textOf = (cell: CellName, values: CellValues): string => {
    switch (cell) {
      case 'title':
        return values.title;
      case 'labels':
        return intl.formatList(values.labels.map(({ title }) => title));
      case 'assignees':
        return intl.formatList(values.assignees.map(({ name }) => name));
      case 'status':
        return values.status?.name ?? '';
      case 'milestone':
        return values.milestone?.title ?? '';
      case 'iteration':
        return values.iteration?.title ?? values.iteration?.iterationCadence.title ?? '';
      case 'weight':
        return values.weight === null ? '' : intl.formatNumber(values.weight);
      case 'health':
        return values.health === null ? '' : intl.formatMessage(itemMessages[values.health]);
      case 'startDate':
      case 'dueDate': {
        const day = readDay(values[cell]);
        return day === null ? '' : printDay(intl, day);
      }
      default:
        return cell satisfies never;
    }
  };
  return (cell, values) => textOf(cell, values) || intl.formatMessage(messages.none);
}
