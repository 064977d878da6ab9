import { useIntl } from 'react-intl';
import { printDay, readDay } from '../../../ui/field/days.ts';
import { itemMessages } from '../../work-items/messages.ts';
import { ConflictDialog } from '../../work-items/sidebar/ConflictDialog.tsx';
import type { CellName, CellValues } from './editable.ts';
import type { CellConflict } from './save-cell.ts';

export interface CellConflictDialogProps {
  conflict: CellConflict;
  /** What the field is called. */
  name: string;
  onOverwrite(): Promise<void>;
  onClose(): void;
}

/** Asks before a change of somebody else in a cell is overwritten. */
export function CellConflictDialog({ conflict, name, onOverwrite, onClose }: CellConflictDialogProps) {
  const describe = useDescription();
  const { cell, now, wanted } = conflict;
  return (
    <ConflictDialog
      name={name}
      title={now.values.title}
      now={describe(cell, now.values)}
      wanted={describe(cell, wanted.values)}
      onOverwrite={onOverwrite}
      onClose={onClose}
    />
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
  return textOf;
}
