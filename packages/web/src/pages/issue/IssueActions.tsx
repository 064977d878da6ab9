import { Eye, EyeOff, FolderInput, Layers2, Lock, LockOpen, Plus, ShieldAlert, ShieldCheck } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from '../../platform/navigation/Link.tsx';
import { goTo, hrefOf } from '../../platform/navigation/navigation.ts';
import { session } from '../../platform/session/session.ts';
import { ItemActions } from '../../modules/work-items/actions/ItemActions.tsx';
import { actionMessages } from '../../modules/work-items/actions/action-messages.ts';
import { shortReference } from '../../modules/work-items/reference.ts';
import { type StateChange, useStateChange } from '../../modules/work-items/state-change.ts';
import { typeOf } from '../../modules/work-items/type-of.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { MenuItem } from '../../ui/overlay/Menu.tsx';
import { text } from '../../ui/text/text.tsx';
import { changeIssueState, issueQuery, type IssueView, type LinkView } from './data/api.ts';
import type { IssueChanges } from './use-issue-changes.ts';
import { issueMessages as messages } from './messages.ts';
import styles from './IssueActions.module.css';

const MoveDialog = lazy(async () => ({ default: (await import('./MoveDialog.tsx')).MoveDialog }));

/** Closing and reopening this issue. */
export function useIssueState(issue: IssueView, fullPath: string): StateChange {
  const { formatMessage } = useIntl();
  return useStateChange({
    item: issue,
    queryKey: issueQuery(fullPath, issue.iid).queryKey,
    failed: formatMessage(messages.stateFailed),
    send: (event) => changeIssueState(fullPath, issue.iid, event),
  });
}

/** A plain form posts it, and the server responds with this page. */
function markAsSpam(webPath: string, isSpam: boolean): void {
  postForm(`${webPath}/mark_as_spam`, isSpam ? {} : { _method: 'delete' });
}

export interface IssueActionsProps {
  issue: IssueView;
  fullPath: string;
  change: StateChange;
  changes: IssueChanges;
  onEdit(): void;
}

type Asking = 'close' | 'move' | null;

/** The actions on the issue. Closing a blocked one asks first. */
export function IssueActions({ issue, fullPath, change, changes, onEdit }: IssueActionsProps) {
  const [asking, setAsking] = useState<Asking>(null);
  const blockers = blockersOf(issue);
  const { updateIssue, reopenIssue, destroyIssue } = issue.userPermissions;
  const close = () => setAsking(null);
  const isHeldUp = !change.isClosed && blockers.length > 0;
  return (
    <>
      <ItemActions
        item={{
          webPath: issue.webPath,
          reference: issue.reference,
          type: typeOf(issue.type),
          author: issue.author,
          email: issue.createNoteEmail,
        }}
        may={{ edit: updateIssue, toggleState: change.isClosed ? reopenIssue : updateIssue, destroy: destroyIssue }}
        change={change}
        onEdit={onEdit}
        onToggle={isHeldUp ? () => setAsking('close') : undefined}
        after={<FurtherItems issue={issue} onMove={() => setAsking('move')} />}
      >
        <MoreItems issue={issue} fullPath={fullPath} changes={changes} />
      </ItemActions>
      {asking === 'close' && (
        <CloseDialog fullPath={fullPath} blockers={blockers} onClose={close} onConfirm={() => void change.toggle()} />
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

function FurtherItems({ issue, onMove }: { issue: IssueView; onMove(): void }): ReactNode {
  const { moveIssue, reportSpam } = issue.userPermissions;
  const { spam: isSpam, webPath } = issue;
  return (
    <>
      {reportSpam && (
        <MenuItem icon={isSpam ? ShieldCheck : ShieldAlert} onSelect={() => markAsSpam(webPath, !isSpam)}>
          <FormattedMessage {...(isSpam ? messages.notSpam : messages.submitAsSpam)} />
        </MenuItem>
      )}
      {moveIssue && (
        <MenuItem icon={FolderInput} onSelect={onMove}>
          <FormattedMessage {...messages.move} />
        </MenuItem>
      )}
    </>
  );
}

function MoreItems({ issue, fullPath, changes }: Pick<IssueActionsProps, 'issue' | 'fullPath' | 'changes'>): ReactNode {
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
          <FormattedMessage {...messages.promote} />
        </MenuItem>
      )}
      {createIssue && (
        <MenuItem icon={Plus} href={hrefOf(related, search)} onSelect={() => goTo(related, { search })}>
          <FormattedMessage {...messages.newRelated} />
        </MenuItem>
      )}
      {mayLock && <LockItem isLocked={issue.discussionLocked} onSelect={() => void changes.toggleLock()} />}
      {mayHide && (
        <ConfidentialityItem
          isConfidential={issue.confidential}
          onSelect={() => void changes.toggleConfidentiality()}
        />
      )}
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
      title={<FormattedMessage {...messages.closeBlockedTitle} />}
      onClose={onClose}
      footer={
        <>
          <Button data-autofocus onClick={onClose}>
            <FormattedMessage {...messages.cancel} />
          </Button>
          <Button
            kind="primary"
            onClick={() => {
              onClose();
              onConfirm();
            }}
          >
            <FormattedMessage {...messages.closeAnyway} />
          </Button>
        </>
      }
    >
      <p>
        <FormattedMessage {...messages.closeBlocked} />
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

/** Posts a plain form with the token of this page: the browser follows the server's redirect. */
function postForm(action: string, fields: Readonly<Record<string, string>>): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = action;
  form.hidden = true;
  for (const [name, value] of Object.entries({ authenticity_token: session().csrfToken, ...fields })) {
    const field = document.createElement('input');
    field.type = 'hidden';
    field.name = name;
    field.value = value;
    form.append(field);
  }
  document.body.append(form);
  form.submit();
}

/** The open items that block an issue. */
function blockersOf(issue: IssueView): NonNullable<LinkView['workItem']>[] {
  return (issue.linkedWorkItems?.nodes ?? []).flatMap((link) =>
    link?.linkType === 'is_blocked_by' && link.workItem?.state === 'OPEN' ? [link.workItem] : [],
  );
}

/** Locks and unlocks the discussion. */
function LockItem({ isLocked, onSelect }: { isLocked: boolean; onSelect(): void }) {
  return (
    <MenuItem icon={isLocked ? LockOpen : Lock} onSelect={onSelect}>
      <FormattedMessage {...(isLocked ? actionMessages.unlock : actionMessages.lock)} />
    </MenuItem>
  );
}

/** Makes the item confidential, or visible to everyone with access. */
function ConfidentialityItem({ isConfidential, onSelect }: { isConfidential: boolean; onSelect(): void }) {
  return (
    <MenuItem icon={isConfidential ? Eye : EyeOff} onSelect={onSelect}>
      <FormattedMessage {...(isConfidential ? actionMessages.makeVisible : actionMessages.makeConfidential)} />
    </MenuItem>
  );
}
