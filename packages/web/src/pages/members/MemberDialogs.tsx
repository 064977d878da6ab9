import { type Day, formatDay, localDayOf } from '@milepost/core/days';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { ConfirmDialog } from '../../platform/forms/ConfirmDialog.tsx';
import { printAddress } from '../../platform/navigation/addresses.ts';
import { useRouter } from '../../platform/navigation/router-context.ts';
import { type Member, membersKey, removeMember } from '../../modules/members/api.ts';
import { Button } from '../../ui/button/Button.tsx';
import { DateField } from '../../ui/field/DateField.tsx';
import { Checkbox } from '../../ui/field/Field.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { toast } from '../../ui/overlay/Toast.tsx';
import { membersMessages as messages } from './messages.ts';
import { useChange } from '../../platform/forms/use-change.ts';

interface ExpiryDialogProps {
  name: string;
  day: string | null;
  /** True when it was saved. */
  onSave(day: string): Promise<boolean>;
  onClose(): void;
}

/** When a role ends, from tomorrow on; empty for never. */
export function ExpiryDialog({ name, day: before, onSave, onClose }: ExpiryDialogProps) {
  const { formatMessage } = useIntl();
  const [day, setDay] = useState(before ?? '');
  const [isBusy, setBusy] = useState(false);
  const [tomorrow] = useState(() => formatDay((localDayOf(new Date()) + 1) as Day));
  const save = async (): Promise<void> => {
    setBusy(true);
    const isSaved = day === (before ?? '') || (await onSave(day));
    setBusy(false);
    if (isSaved) onClose();
  };
  return (
    <Dialog
      title={formatMessage(messages.expiryOf, { name })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{formatMessage(messages.cancel)}</Button>
          <Button kind="primary" busy={isBusy} onClick={() => void save()}>
            {formatMessage(messages.save)}
          </Button>
        </>
      }
    >
      <DateField
        label={formatMessage(messages.expires)}
        note={formatMessage(messages.noExpiry)}
        clearable
        min={tomorrow}
        value={day}
        onChange={setDay}
      />
    </Dialog>
  );
}

interface RemoveDialogProps {
  member: Member;
  namespace: NamespaceRef;
  isSelf: boolean;
  onClose(): void;
}

/** Confirms that a member is removed, or that the viewer leaves. */
export function RemoveDialog({ member, namespace, isSelf, onClose }: RemoveDialogProps) {
  const { formatMessage } = useIntl();
  const { change } = useChange(membersKey(namespace));
  const client = useQueryClient();
  const router = useRouter();
  const [unassigns, setUnassigns] = useState(false);
  const { kind, fullPath } = namespace;
  const { name } = member;
  return (
    <ConfirmDialog
      title={formatMessage(isSelf ? messages.leaveAsk : messages.removeAsk, { name: isSelf ? fullPath : name })}
      confirm={<FormattedMessage {...leaveOrRemove(isSelf, kind)} />}
      failed={<FormattedMessage {...messages.failed} />}
      after={
        !isSelf && (
          <Checkbox
            label={formatMessage(messages.unassign)}
            note={formatMessage(messages.unassignNote, { kind })}
            checked={unassigns}
            onChange={({ target }) => setUnassigns(target.checked)}
          />
        )
      }
      perform={async () => {
        const isDone = await change({ perform: () => removeMember(namespace, member, { unassigns }) });
        if (!isDone || !isSelf) return;
        // What the viewer saw as a member is not shown again.
        client.removeQueries({ type: 'inactive' });
        toast({ text: formatMessage(messages.left, { name: fullPath }) });
        router.navigate(printAddress({ page: 'yourWork' }));
      }}
      onClose={onClose}
    >
      {formatMessage(isSelf ? messages.leaveMeans : messages.removeMeans, { kind, name })}
    </ConfirmDialog>
  );
}

export function leaveOrRemove(isSelf: boolean, kind: NamespaceRef['kind']) {
  if (!isSelf) return messages.remove;
  return kind === 'group' ? messages.leaveGroup : messages.leaveProject;
}
