import { type Day, formatDay, localDayOf } from '@milepost/core/days';
import { accessLevelOf, type Role } from '@milepost/core/roles';
import type { UseQueryOptions } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { NamespaceField } from '../../modules/hierarchy/forms/NamespaceField.tsx';
import { membersKey } from '../../modules/members/api.ts';
import { groupsNamed, sharesQuery, shareWithGroup } from '../../modules/members/shares.ts';
import { useNamespace } from '../../modules/namespaces/summary.ts';
import { Button } from '../../ui/button/Button.tsx';
import { DateField } from '../../ui/field/DateField.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import type { PickerOption } from '../../ui/overlay/Picker.tsx';
import { toast } from '../../ui/overlay/Toast.tsx';
import { membersMessages as messages } from './messages.ts';
import { RoleSelect } from '../../modules/members/RoleSelect.tsx';
import { useChange } from '../../platform/forms/use-change.ts';
import styles from './members.module.css';

interface ShareDialogProps {
  namespace: NamespaceRef;
  /** The viewer's access level: nobody gives a higher one. */
  ownLevel: number;
  onClose(): void;
}

/** Gives the members of a group a role here. */
export function ShareDialog({ namespace, ownLevel, onClose }: ShareDialogProps) {
  const { formatMessage } = useIntl();
  const name = useNamespace(namespace)?.name ?? namespace.fullPath;
  const [group, setGroup] = useState<PickerOption | null>(null);
  const [role, setRole] = useState<Role>('developer');
  const [expiresAt, setExpiresAt] = useState('');
  const [tomorrow] = useState(() => formatDay((localDayOf(new Date()) + 1) as Day));
  const { isBusy, change } = useChange(sharesQuery(namespace).queryKey, membersKey(namespace));
  const share = async (): Promise<void> => {
    if (!group) return;
    const wanted = { groupId: Number(group.value), accessLevel: accessLevelOf[role], expiresAt };
    if (!(await change({ perform: () => shareWithGroup(namespace, wanted), keepsForm: true }))) return;
    toast({ text: formatMessage(messages.sharedWith, { group: group.title }) });
    onClose();
  };
  return (
    <Dialog
      title={formatMessage(messages.shareTitle, { name })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{formatMessage(messages.cancel)}</Button>
          <Button kind="primary" busy={isBusy} disabled={group === null} onClick={() => void share()}>
            {formatMessage(messages.share)}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <NamespaceField
          label={formatMessage(messages.group)}
          pickLabel={formatMessage(messages.pickGroup)}
          chosen={group}
          options={(search) => groupOptions(search, namespace)}
          failure={formatMessage(messages.groupsFailed)}
          onPick={setGroup}
        />
        <div className={styles.pair}>
          <RoleSelect
            label={formatMessage(messages.maxRole)}
            note={formatMessage(messages.maxRoleNote)}
            value={role}
            ownLevel={ownLevel}
            onChange={setRole}
          />
          <DateField
            label={formatMessage(messages.expires)}
            note={formatMessage(messages.noExpiry)}
            clearable
            min={tomorrow}
            value={expiresAt}
            onChange={setExpiresAt}
          />
        </div>
      </div>
    </Dialog>
  );
}

/** Visible groups by name, without the one that is shared. */
function groupOptions(search: string, { kind, fullPath }: NamespaceRef): UseQueryOptions<readonly PickerOption[]> {
  return {
    queryKey: ['groups-to-share', search, kind, fullPath],
    queryFn: async ({ signal }) =>
      (await groupsNamed(search, signal))
        .filter((group) => kind === 'project' || group.full_path !== fullPath)
        .map((group) => ({ value: String(group.id), title: group.full_name, detail: group.full_path })),
  };
}
