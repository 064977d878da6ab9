import { FormattedMessage, useIntl } from 'react-intl';
import { DangerFoot } from '../../ui/overlay/DangerFoot.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import type { TreeItem } from './data/items.ts';
import { typeName } from './data/removal.ts';
import { treeMessages as messages } from './data/messages.ts';

export interface RemoveDialogProps {
  item: TreeItem;
  parentTitle: string;
  onClose(): void;
  onRemove(): void;
}

/** Confirms the removal of an item from its parent; descendants of an epic are moved with it. */
export function RemoveDialog({ item, parentTitle, onClose, onRemove }: RemoveDialogProps) {
  const { formatMessage } = useIntl();
  const type = typeName(formatMessage, item.type).toLowerCase();
  return (
    <Dialog
      title={<FormattedMessage {...messages.removeTitle} values={{ type }} />}
      onClose={onClose}
      footer={
        <DangerFoot onCancel={onClose} onClick={onRemove}>
          <FormattedMessage {...messages.removeTitle} values={{ type }} />
        </DangerFoot>
      }
    >
      <p>
        <FormattedMessage {...sentenceFor(item)} values={{ title: item.title, parent: parentTitle }} />
      </p>
    </Dialog>
  );
}

function sentenceFor({ type, holds }: TreeItem) {
  if (type === 'task') return messages.removeTask;
  if (type !== 'epic') return messages.removeIssue;
  return holds ? messages.removeFamily : messages.removeEpic;
}
