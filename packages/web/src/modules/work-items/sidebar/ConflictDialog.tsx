import { FormattedMessage, useIntl } from 'react-intl';
import { ConfirmDialog } from '../../../platform/forms/ConfirmDialog.tsx';
import { describeSeen, type FieldConflict } from './seen.ts';
import { defineMessages } from '../../../ui/text/messages.ts';

const messages = defineMessages({
  title: { id: 'cellConflict.title', defaultMessage: 'Overwrite the change of somebody else?' },
  text: {
    id: 'cellConflict.text',
    defaultMessage: '{field} of “{title}” is {now} now. Your value is {wanted}.',
  },
  textHere: { id: 'cellConflict.textHere', defaultMessage: '{field} is {now} now. Your value is {wanted}.' },
  textBy: {
    id: 'cellConflict.textBy',
    defaultMessage: '{by} changed {field} to {now} meanwhile. Your value is {wanted}.',
  },
  none: { id: 'cellConflict.none', defaultMessage: 'none' },
  overwrite: { id: 'cellConflict.overwrite', defaultMessage: 'Overwrite' },
  failed: { id: 'cellConflict.failed', defaultMessage: 'Could not save your changes.' },
});

export interface ConflictDialogProps {
  /** What the field is called. */
  name: string;
  /** Of the item; omitted on its own page. */
  title?: string;
  /** Who changed it, if known. */
  by?: string | null;
  /** The values in words; empty for none. */
  now: string;
  wanted: string;
  onOverwrite(): Promise<void>;
  onClose(): void;
}

/** Asks before a change of somebody else is overwritten; the page shows their value already. */
export function ConflictDialog({ name, title, by, now, wanted, onOverwrite, onClose }: ConflictDialogProps) {
  const { formatMessage } = useIntl();
  const none = formatMessage(messages.none);
  const values = {
    field: name,
    title: title ?? null,
    by: by ?? null,
    now: <strong>{now || none}</strong>,
    wanted: <strong>{wanted || none}</strong>,
  };
  return (
    <ConfirmDialog
      title={<FormattedMessage {...messages.title} />}
      confirm={<FormattedMessage {...messages.overwrite} />}
      failed={<FormattedMessage {...messages.failed} />}
      perform={onOverwrite}
      onClose={onClose}
    >
      <FormattedMessage
        {...(by ? messages.textBy : title === undefined ? messages.textHere : messages.text)}
        values={values}
      />
    </ConfirmDialog>
  );
}

/** The same for a field of a sidebar. */
export function FieldConflictDialog({
  name,
  conflict,
  onClose,
}: {
  name: string;
  conflict: FieldConflict;
  onClose(): void;
}) {
  const intl = useIntl();
  const { field, by, now, wanted, overwrite } = conflict;
  return (
    <ConflictDialog
      name={name}
      by={by}
      now={describeSeen(field, now, intl)}
      wanted={describeSeen(field, wanted, intl)}
      onOverwrite={overwrite}
      onClose={onClose}
    />
  );
}
