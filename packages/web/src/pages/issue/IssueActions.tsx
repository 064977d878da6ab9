import {
  CircleCheck,
  Ellipsis,
  Eye,
  EyeOff,
  FolderInput,
  Layers2,
  Link as LinkIcon,
  Lock,
  LockOpen,
  Pencil,
  Plus,
  RotateCcw,
  Trash2,
} from 'lucide-react';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from '../../app/Link.tsx';
import { goTo, hrefOf } from '../../app/navigation.ts';
import { session } from '../../app/session.ts';
import { copyText } from '../../modules/work-items/copy-text.ts';
import { DeleteDialog } from '../../modules/work-items/DeleteDialog.tsx';
import { shortReference } from '../../modules/work-items/reference.ts';
import { type StateChange, useStateChange } from '../../modules/work-items/state-change.ts';
import { itemWords } from '../../modules/work-items/words.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu, MenuItem, MenuLine } from '../../ui/Menu.tsx';
import { Key, text } from '../../ui/text.tsx';
import { changeIssueState, issueQuery, type IssueView } from './api.ts';
import { forgetDraft } from '../../modules/work-items/edit/drafts.ts';
import { blockersOf } from './LinkedItems.tsx';
import { typeOf } from '../../modules/work-items/type-of.ts';
import type { IssueChanges } from './use-issue-changes.ts';
import { issueWords as words } from './words.ts';
import styles from './IssueActions.module.css';

const MoveDialog = lazy(async () => ({ default: (await import('./MoveDialog.tsx')).MoveDialog }));

/** Closing and reopening this issue. */
export function useIssueState(issue: IssueView, fullPath: string): StateChange {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  return useStateChange({
    item: issue,
    failed: formatMessage(words.stateFailed),
    send: (event) => changeIssueState(fullPath, issue.iid, event),
    keep(state) {
      client.setQueryData(issueQuery(fullPath, issue.iid).queryKey, (now) => now && { ...now, state });
      for (const key of ['issues', 'activity', 'children']) void client.invalidateQueries({ queryKey: [key] });
    },
  });
}

export interface IssueActionsProps {
  issue: IssueView;
  fullPath: string;
  change: StateChange;
  changes: IssueChanges;
  onEdit(): void;
}

type Asking = 'close' | 'delete' | 'move' | null;

/**
 * What one may do with the issue: buttons for the two things done most and a menu for the rest, which on a phone holds those two
 * as well. Closing one that waits for others asks first.
 */
export function IssueActions({ issue, fullPath, change, changes, onEdit }: IssueActionsProps) {
  const { formatMessage } = useIntl();
  const [asking, setAsking] = useState<Asking>(null);
  const blockers = blockersOf(issue);
  const mayUpdate = issue.userPermissions.updateIssue;
  const mayToggle = change.isClosed ? issue.userPermissions.reopenIssue : mayUpdate;
  const typeName = formatMessage(itemWords[typeOf(issue.type)]);
  const close = () => setAsking(null);
  const toggleState = () => (!change.isClosed && blockers.length > 0 ? setAsking('close') : void change.toggle());
  return (
    <>
      <span className={styles.wide}>
        {mayUpdate && (
          <Button icon={Pencil} onClick={onEdit} aria-keyshortcuts="e">
            <FormattedMessage {...words.edit} />
            <Key>E</Key>
          </Button>
        )}
        {mayToggle && (
          <Button busy={change.isSending} onClick={toggleState}>
            <FormattedMessage {...(change.isClosed ? words.reopen : words.close)} />
          </Button>
        )}
      </span>
      <Menu
        label={formatMessage(words.actions)}
        placement={{ align: 'end' }}
        trigger={(props) => (
          <IconButton {...props} kind="secondary" icon={Ellipsis} label={formatMessage(words.actions)} />
        )}
      >
        {mayUpdate && (
          <MenuItem icon={Pencil} onSelect={onEdit}>
            <FormattedMessage {...words.editText} />
          </MenuItem>
        )}
        {mayToggle && (
          <div className={styles.narrow}>
            <MenuItem icon={change.isClosed ? RotateCcw : CircleCheck} onSelect={toggleState}>
              <FormattedMessage {...(change.isClosed ? words.reopen : words.close)} />
            </MenuItem>
          </div>
        )}
        <MoreItems issue={issue} fullPath={fullPath} changes={changes} />
        {issue.userPermissions.moveIssue && (
          <MenuItem icon={FolderInput} onSelect={() => setAsking('move')}>
            <FormattedMessage {...words.move} />
          </MenuItem>
        )}
        {issue.userPermissions.destroyIssue && (
          <>
            <MenuLine />
            <MenuItem icon={Trash2} tone="danger" onSelect={() => setAsking('delete')}>
              <FormattedMessage {...words.delete} values={{ type: typeName.toLowerCase() }} />
            </MenuItem>
          </>
        )}
      </Menu>
      {asking === 'close' && (
        <CloseDialog fullPath={fullPath} blockers={blockers} onClose={close} onConfirm={() => void change.toggle()} />
      )}
      {asking === 'delete' && (
        <DeleteDialog
          webPath={issue.webPath}
          isEpic={false}
          typeName={typeName}
          onClose={close}
          onSubmit={() => forgetDraft(issue.webPath)}
        />
      )}
      {asking === 'move' && (
        <Suspense fallback={null}>
          <MoveDialog
            fullPath={fullPath}
            onClose={close}
            onMove={(projectPath) => {
              close();
              void changes.move(projectPath);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

function MoreItems({ issue, fullPath, changes }: Pick<IssueActionsProps, 'issue' | 'fullPath' | 'changes'>): ReactNode {
  const { formatMessage } = useIntl();
  const { updateIssue, adminIssue, createIssue, promoteToEpic } = issue.userPermissions;
  const type = typeOf(issue.type);
  const mayLock = type === 'issue' && session().viewer !== null && updateIssue && adminIssue;
  const mayHide = (type === 'issue' || type === 'incident') && updateIssue && adminIssue;
  const related = { page: 'newIssue', fullPath } as const;
  const search = { add_related_issue: issue.iid };
  return (
    <>
      {promoteToEpic && (
        <MenuItem icon={Layers2} onSelect={() => void changes.promote()}>
          <FormattedMessage {...words.promote} />
        </MenuItem>
      )}
      {createIssue && (
        <MenuItem icon={Plus} href={hrefOf(related, search)} onSelect={() => goTo(related, { search })}>
          <FormattedMessage {...words.newRelated} />
        </MenuItem>
      )}
      {mayLock && (
        <MenuItem icon={issue.discussionLocked ? LockOpen : Lock} onSelect={() => void changes.toggleLock()}>
          <FormattedMessage {...(issue.discussionLocked ? words.unlock : words.lock)} />
        </MenuItem>
      )}
      {mayHide && (
        <MenuItem icon={issue.confidential ? Eye : EyeOff} onSelect={() => void changes.toggleConfidentiality()}>
          <FormattedMessage {...(issue.confidential ? words.makeVisible : words.makeConfidential)} />
        </MenuItem>
      )}
      <MenuItem
        icon={LinkIcon}
        onSelect={() =>
          void copyText(issue.reference, {
            copied: formatMessage(words.referenceCopied),
            notCopied: formatMessage(words.referenceNotCopied, { reference: issue.reference }),
          })
        }
      >
        <FormattedMessage {...words.copyReference} />
      </MenuItem>
    </>
  );
}

function CloseDialog({
  fullPath,
  blockers,
  onClose,
  onConfirm,
}: {
  fullPath: string;
  blockers: ReturnType<typeof blockersOf>;
  onClose(): void;
  onConfirm(): void;
}) {
  return (
    <Dialog
      title={<FormattedMessage {...words.closeBlockedTitle} />}
      onClose={onClose}
      footer={
        <>
          <Button data-autofocus onClick={onClose}>
            <FormattedMessage {...words.cancel} />
          </Button>
          <Button
            kind="primary"
            onClick={() => {
              onClose();
              onConfirm();
            }}
          >
            <FormattedMessage {...words.closeAnyway} />
          </Button>
        </>
      }
    >
      <p>
        <FormattedMessage {...words.closeBlocked} />
      </p>
      <ul className={styles.blocking}>
        {blockers.map((item) => (
          <li key={item.id}>
            <Link to={item.webPath ?? '#'}>
              <span className={text.cut}>{item.title}</span>
              <small className={text.quiet}>{shortReference(item.reference, fullPath)}</small>
            </Link>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
