import { Archive, ArchiveRestore, Ellipsis, ListOrdered, Pencil, Trash2, TrendingUp } from 'lucide-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useQueryClient } from '@tanstack/react-query';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { ConfirmDialog } from '../../platform/forms/ConfirmDialog.tsx';
import { useChange } from '../../platform/forms/use-change.ts';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { Menu, MenuItem } from '../../ui/overlay/Menu.tsx';
import { changeLabel, deleteLabel, labelsKey, promoteLabel, type RestLabel } from './api.ts';
import { LabelForm } from './LabelForm.tsx';
import { labelPageMessages as messages } from './page-messages.ts';

export interface LabelActionsProps {
  label: RestLabel;
  namespace: NamespaceRef;
  mayPromote: boolean;
  /** Gives a project's label a priority, or takes it away. */
  onPrioritize?: (() => void) | undefined;
}

/** What the viewer may do with a label of this namespace: a menu. */
export function LabelActions({ label, namespace, mayPromote, onPrioritize }: LabelActionsProps) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const [dialog, setDialog] = useState<'edit' | 'delete' | 'promote' | null>(null);
  const { change } = useChange(labelsKey(namespace), ['label-choices']);
  const { id, name: title, archived = false } = label;
  const close = () => setDialog(null);
  const reload = () => client.invalidateQueries({ queryKey: ['labels'] });
  const archive = (wanted: boolean) => () => changeLabel(namespace, id, { archived: wanted });
  const name = formatMessage(messages.actions, { title });
  return (
    <>
      <Menu
        label={name}
        placement={{ align: 'end' }}
        trigger={(trigger) => <IconButton {...trigger} icon={Ellipsis} label={name} />}
      >
        <MenuItem icon={Pencil} onSelect={() => setDialog('edit')}>
          {formatMessage(messages.edit)}
        </MenuItem>
        {onPrioritize && (
          <MenuItem icon={ListOrdered} onSelect={onPrioritize}>
            {formatMessage(typeof label.priority === 'number' ? messages.deprioritize : messages.prioritize)}
          </MenuItem>
        )}
        <MenuItem
          icon={archived ? ArchiveRestore : Archive}
          onSelect={() =>
            void change({
              perform: archive(!archived),
              done: formatMessage(archived ? messages.unarchivedNow : messages.archivedNow, { title }),
              undo: { perform: archive(archived) },
            })
          }
        >
          {formatMessage(archived ? messages.unarchive : messages.archive)}
        </MenuItem>
        {mayPromote && (
          <MenuItem icon={TrendingUp} onSelect={() => setDialog('promote')}>
            {formatMessage(messages.promote)}
          </MenuItem>
        )}
        <MenuItem icon={Trash2} tone="danger" onSelect={() => setDialog('delete')}>
          {formatMessage(messages.delete)}
        </MenuItem>
      </Menu>
      {dialog === 'edit' && <LabelForm namespace={namespace} label={label} onClose={close} />}
      {dialog === 'delete' && (
        <ConfirmDialog
          title={formatMessage(messages.deleteAsk, { title })}
          confirm={formatMessage(messages.deleteNow)}
          failed={formatMessage(messages.failed)}
          onClose={close}
          perform={async () => {
            await deleteLabel(namespace, id);
            await reload();
          }}
        >
          {formatMessage(messages.deleteMeans, {
            issues: (label.open_issues_count ?? 0) + (label.closed_issues_count ?? 0),
            epics: label.open_epics_count ?? 0,
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
            await promoteLabel(namespace, id);
            await reload();
          }}
        >
          {formatMessage(messages.promoteMeans)}
        </ConfirmDialog>
      )}
    </>
  );
}
