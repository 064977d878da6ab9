import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { ConfirmDialog } from '../../platform/forms/ConfirmDialog.tsx';
import { goTo } from '../../platform/navigation/navigation.ts';
import { deleteNamespace, setArchived, type Settings } from '../../modules/settings/api.ts';
import { Button } from '../../ui/button/Button.tsx';
import { toast } from '../../ui/overlay/Toast.tsx';
import { dangerMessages as messages } from './messages.ts';
import { TransferDialog } from './TransferDialog.tsx';
import { TypedPathDialog } from './TypedPathDialog.tsx';
import styles from './Settings.module.css';

/** Transfer, archive and delete, for those who may. */
export function DangerZone({ settings, namespace }: { settings: Settings; namespace: NamespaceRef }) {
  const id = useId();
  const { permissions, kind, archived, contents } = settings;
  const [open, setOpen] = useState<'transfer' | 'archive' | 'delete' | null>(null);
  const close = (): void => setOpen(null);
  const dialogs = useDangerActions(settings, namespace);
  if (!permissions.transfer && !permissions.archive && !permissions.destroy) return null;
  const deleteNote =
    kind === 'group' ? (
      <FormattedMessage
        {...messages.deleteGroupNote}
        values={{ ...contents, places: contents.groups + contents.projects }}
      />
    ) : (
      <FormattedMessage {...messages.deleteProjectNote} values={{ issues: contents.issues }} />
    );
  return (
    <section className={styles.danger} aria-labelledby={id}>
      <h2 id={id}>
        <FormattedMessage {...messages.zone} />
      </h2>
      {permissions.transfer && (
        <Row
          title={<FormattedMessage {...messages.transfer} values={{ kind }} />}
          note={<FormattedMessage {...messages.transferNote} values={{ kind }} />}
        >
          <Button onClick={() => setOpen('transfer')}>
            <FormattedMessage {...messages.transferAction} />
          </Button>
        </Row>
      )}
      {permissions.archive && (
        <Row
          title={<FormattedMessage {...(archived ? messages.unarchive : messages.archive)} values={{ kind }} />}
          note={<FormattedMessage {...(archived ? messages.unarchiveNote : messages.archiveNote)} />}
        >
          <Button onClick={() => (archived ? void dialogs.archive(false) : setOpen('archive'))}>
            <FormattedMessage {...(archived ? messages.unarchiveAction : messages.archiveAction)} />
          </Button>
        </Row>
      )}
      {permissions.destroy && (
        <Row title={<FormattedMessage {...messages.delete} values={{ kind }} />} note={deleteNote}>
          <Button className={styles.delete ?? ''} onClick={() => setOpen('delete')}>
            <FormattedMessage {...messages.deleteAction} />
          </Button>
        </Row>
      )}
      {open === 'transfer' && <TransferDialog settings={settings} namespace={namespace} onClose={close} />}
      {open === 'archive' && (
        <ConfirmDialog
          title={<FormattedMessage {...messages.archive} values={{ kind }} />}
          confirm={<FormattedMessage {...messages.archive} values={{ kind }} />}
          failed={<FormattedMessage {...messages.failed} />}
          perform={() => dialogs.archive(true)}
          onClose={close}
        >
          <FormattedMessage {...messages.archiveBody} values={{ name: settings.name }} />
        </ConfirmDialog>
      )}
      {open === 'delete' && (
        <TypedPathDialog
          title={<FormattedMessage {...messages.delete} values={{ kind }} />}
          path={settings.full_path}
          perform={dialogs.remove}
          onClose={close}
        >
          <p>{deleteNote}</p>
          <p>
            <FormattedMessage {...messages.deleteBody} />
          </p>
        </TypedPathDialog>
      )}
    </section>
  );
}

function useDangerActions(settings: Settings, namespace: NamespaceRef) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  return {
    async archive(isArchived: boolean): Promise<void> {
      await setArchived(settings, isArchived);
      toast({ text: formatMessage(isArchived ? messages.archived : messages.unarchived) });
      await client.invalidateQueries();
    },
    async remove(): Promise<void> {
      await deleteNamespace(settings);
      toast({
        text: formatMessage(messages.deleted),
        action: { label: formatMessage(messages.showDeleted), perform: () => goTo({ page: 'deleted' }) },
      });
      const { parent } = settings;
      goTo(parent ? { page: 'group', fullPath: parent.full_path } : { page: 'home' });
      client.removeQueries({ queryKey: ['namespace', namespace] });
      await client.invalidateQueries();
    },
  };
}

function Row({ title, note, children }: { title: ReactNode; note: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.dangerRow}>
      <span>
        <b>{title}</b>
        <small>{note}</small>
      </span>
      {children}
    </div>
  );
}
