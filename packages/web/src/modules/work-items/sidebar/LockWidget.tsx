import { FormattedMessage, useIntl } from 'react-intl';
import { toast } from '../../../ui/overlay/Toast.tsx';
import { Toggle } from '../../../ui/field/Toggle.tsx';
import { actionWords } from '../actions/action-words.ts';
import { LockedBadge } from '../StateBadge.tsx';
import { EditableWidget } from './EditableWidget.tsx';
import { sidebarWords as words } from './words.ts';

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
      name={formatMessage(words.lock)}
      mayEdit={mayEdit}
      empty={null}
      failed={formatMessage(actionWords.lockFailed)}
      value={isLocked ? <LockedBadge /> : <FormattedMessage {...words.unlocked} />}
      isInline
      editor={(editing) => (
        <Toggle
          checked={isLocked}
          onChange={(wanted) =>
            editing.save(async () => {
              await onSave(wanted);
              toast({ text: formatMessage(wanted ? actionWords.lockedToast : actionWords.unlockedToast) });
            })
          }
        >
          <FormattedMessage {...words.membersOnly} />
        </Toggle>
      )}
    />
  );
}
