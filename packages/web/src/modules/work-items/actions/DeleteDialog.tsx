import { useId } from 'react';
import { FormattedMessage } from 'react-intl';
import { session } from '../../../platform/session/session.ts';
import { DangerFoot } from '../../../ui/overlay/DangerFoot.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { defineMessages } from '../../../ui/text/messages.ts';

const messages = defineMessages({
  title: { id: 'deleteItem.title', defaultMessage: 'Delete {type}' },
  epic: { id: 'deleteItem.epic', defaultMessage: 'Delete this epic and release all child items?' },
  other: { id: 'deleteItem.other', defaultMessage: '{type} will be removed! Are you sure?' },
});

export interface DeleteDialogProps {
  /** Of the item: the form is posted there. */
  webPath: string;
  isEpic: boolean;
  /** The displayed type: "Issue", "Incident". */
  typeName: string;
  onClose(): void;
  /** Called on submit. */
  onSubmit?(): void;
}

/** Confirms the deletion of an item. A plain form posts it, and the server redirects to the list. */
export function DeleteDialog({ webPath, isEpic, typeName, onClose, onSubmit }: DeleteDialogProps) {
  const form = useId();
  const title = <FormattedMessage {...messages.title} values={{ type: typeName.toLowerCase() }} />;
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <DangerFoot onCancel={onClose} type="submit" form={form}>
          {title}
        </DangerFoot>
      }
    >
      <form id={form} method="post" action={webPath} onSubmit={onSubmit}>
        <input type="hidden" name="_method" value="delete" />
        <input type="hidden" name="authenticity_token" value={session().csrfToken} />
        <input type="hidden" name="destroy_confirm" value="true" />
        <p>
          {isEpic ? (
            <FormattedMessage {...messages.epic} />
          ) : (
            <FormattedMessage {...messages.other} values={{ type: typeName }} />
          )}
        </p>
      </form>
    </Dialog>
  );
}
