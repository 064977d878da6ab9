import { useQueryClient } from '@tanstack/react-query';
import { CircleCheck, CircleDot, Ellipsis, Pencil, Trash2, TrendingUp } from 'lucide-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { ConfirmDialog } from '../../platform/forms/ConfirmDialog.tsx';
import { useChange } from '../../platform/forms/use-change.ts';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { Menu, MenuItem } from '../../ui/overlay/Menu.tsx';
import { toast } from '../../ui/overlay/Toast.tsx';
import { deleteMilestone, type ListedMilestone, ownerOf, promoteMilestone, updateMilestone } from './api.ts';
import { MilestoneForm } from './MilestoneForm.tsx';
import { milestoneMessages as messages } from './messages.ts';

export interface MilestoneActionsProps {
  milestone: ListedMilestone;
  /** Called after it was deleted, or promoted to the milestone with this number. */
  onGone?(promotedIid: number | null): void;
}

/** Closes and reopens a milestone, with one Undo. No issue changes. */
export function useMilestoneState(milestone: ListedMilestone) {
  const { formatMessage } = useIntl();
  const { isBusy, change } = useChange(['milestones'], ['milestone']);
  const { title, state } = milestone;
  const isOpen = state === 'active';
  const toggle = () => {
    const set = (event: 'close' | 'activate') => () => updateMilestone(milestone, { state_event: event });
    return change({
      perform: set(isOpen ? 'close' : 'activate'),
      done: formatMessage(isOpen ? messages.closed : messages.reopened, { title }),
      undo: { perform: set(isOpen ? 'activate' : 'close') },
    });
  };
  return { isBusy, isOpen, toggle };
}

/** The menu of actions on a milestone. */
export function MilestoneActions({ milestone, onGone }: MilestoneActionsProps) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const { isOpen, toggle } = useMilestoneState(milestone);
  const [dialog, setDialog] = useState<'edit' | 'delete' | 'promote' | null>(null);
  const { title, stats, userPermissions } = milestone;
  if (!userPermissions.adminMilestone) return null;
  const close = () => setDialog(null);
  const reload = () => client.invalidateQueries({ queryKey: ['milestones'] });
  const label = formatMessage(messages.actions, { title });
  return (
    <>
      <Menu
        label={label}
        placement={{ align: 'end' }}
        trigger={(trigger) => <IconButton {...trigger} icon={Ellipsis} label={label} />}
      >
        <MenuItem icon={Pencil} onSelect={() => setDialog('edit')}>
          {formatMessage(messages.edit)}
        </MenuItem>
        <MenuItem icon={isOpen ? CircleCheck : CircleDot} onSelect={() => void toggle()}>
          {formatMessage(isOpen ? messages.close : messages.reopen)}
        </MenuItem>
        {userPermissions.promoteMilestone && (
          <MenuItem icon={TrendingUp} onSelect={() => setDialog('promote')}>
            {formatMessage(messages.promote)}
          </MenuItem>
        )}
        <MenuItem icon={Trash2} tone="danger" onSelect={() => setDialog('delete')}>
          {formatMessage(messages.delete)}
        </MenuItem>
      </Menu>
      {dialog === 'edit' && <MilestoneForm namespace={ownerOf(milestone)} milestone={milestone} onClose={close} />}
      {dialog === 'delete' && (
        <ConfirmDialog
          title={formatMessage(messages.deleteAsk, { title })}
          confirm={formatMessage(messages.deleteNow)}
          failed={formatMessage(messages.failed)}
          onClose={close}
          perform={async () => {
            await deleteMilestone(milestone);
            toast({ text: formatMessage(messages.deleted, { title }) });
            onGone?.(null);
            await reload();
          }}
        >
          {formatMessage(messages.deleteMeans, {
            issues: stats?.totalIssuesCount ?? 0,
            epics: stats?.epicsCount ?? 0,
          })}
        </ConfirmDialog>
      )}
      {dialog === 'promote' && (
        <ConfirmDialog
          title={formatMessage(messages.promoteAsk, { title })}
          confirm={formatMessage(messages.promoteNow)}
          failed={formatMessage(messages.failed)}
          onClose={close}
          perform={async () => {
            const { iid } = await promoteMilestone(milestone);
            toast({ text: formatMessage(messages.promoted, { title }) });
            onGone?.(iid);
            await reload();
          }}
        >
          {formatMessage(messages.promoteMeans)}
        </ConfirmDialog>
      )}
    </>
  );
}
