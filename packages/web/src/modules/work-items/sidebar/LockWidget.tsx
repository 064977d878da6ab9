import { FormattedMessage, useIntl } from 'react-intl';
import { toast } from '../../../ui/overlay/Toast.tsx';
import { Toggle } from '../../../ui/field/Toggle.tsx';
import { actionMessages } from '../actions/action-messages.ts';
import { LockedBadge } from '../StateBadge.tsx';
import { EditableWidget } from './EditableWidget.tsx';
import { sidebarMessages as messages } from './messages.ts';

/** Whether only members may comment. */
export function LockWidget({
  isLocked,
  mayEdit,
  onSave,
}: {
  isLocked: boolean;
  mayEdit: boolean;
  onSave(isLocked: boolean): Promise<void>;
}) {
  const { formatMessage } = useIntl();
  return (
    <EditableWidget
      name={formatMessage(messages.lock)}
      mayEdit={mayEdit}
      empty={null}
      failed={formatMessage(actionMessages.lockFailed)}
      value={isLocked ? <LockedBadge /> : <FormattedMessage {...messages.unlocked} />}
      isInline
      editor={(editing) => (
        <Toggle
          checked={isLocked}
          onChange={(wanted) =>
            editing.save(async () => {
              await onSave(wanted);
              toast({ text: formatMessage(wanted ? actionMessages.lockedToast : actionMessages.unlockedToast) });
            })
          }
        >
          <FormattedMessage {...messages.membersOnly} />
        </Toggle>
      )}
    />
  );
}
