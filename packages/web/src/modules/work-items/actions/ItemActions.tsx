import {
  CircleCheck,
  Ellipsis,
  Flag,
  Link as LinkIcon,
  type LucideIcon,
  Mail,
  Pencil,
  RotateCcw,
  Trash2,
} from 'lucide-react';
import type { WorkItemType } from '@milepost/core/work-items';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { FormattedMessage, type MessageDescriptor, useIntl } from 'react-intl';
import { session } from '../../../platform/session/session.ts';
import { useShortcuts } from '../../../platform/shortcuts/use-shortcuts.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { IconButton } from '../../../ui/button/IconButton.tsx';
import { Menu, MenuItem, MenuLine } from '../../../ui/overlay/Menu.tsx';
import { Key } from '../../../ui/text/text.tsx';
import { abuseMessages } from '../../users/abuse-messages.ts';
import { forgetDraft } from '../edit/drafts.ts';
import type { StateChange } from '../state-change.ts';
import { itemMessages } from '../messages.ts';
import { actionMessages as messages } from './action-messages.ts';
import { copyText } from '../../../ui/overlay/copy-text.ts';
import { usePeekFrame } from '../peek/peek-frame.ts';
import { DeleteDialog } from './DeleteDialog.tsx';
import styles from './ItemActions.module.css';

const AbuseDrawer = lazy(async () => ({ default: (await import('../../users/AbuseDrawer.tsx')).AbuseDrawer }));

export interface ItemActionsProps {
  item: {
    webPath: string;
    reference: string;
    type: WorkItemType;
    /** Who may be reported for abuse. */
    author?: { id: string; name: string; username: string } | null | undefined;
    /** The e-mail address for comments; only if the server accepts mail. */
    email?: string | null | undefined;
  };
  may: { edit: boolean; toggleState: boolean; destroy: boolean };
  change: StateChange;
  onEdit(): void;
  /** Replaces closing and reopening, for example to ask for confirmation. */
  onToggle?: (() => void) | undefined;
  /** Menu items above "Copy reference" that are specific to this type. */
  children?: ReactNode;
  /** Menu items below it. */
  after?: ReactNode;
}

/**
 * The actions of a work item: buttons for the two most frequent ones and a menu for the rest, which on a phone contains those
 * two as well, and so does the one of a peek.
 */
export function ItemActions({ item, may, change, onEdit, onToggle, children, after }: ItemActionsProps) {
  const { formatMessage } = useIntl();
  const [isDeleting, setDeleting] = useState(false);
  const [isReporting, setReporting] = useState(false);
  const [menu, setMenu] = useState<HTMLSpanElement | null>(null);
  const { viewer } = session();
  const isPeek = usePeekFrame() !== null;
  const { author, email } = item;
  const mayReport = viewer !== null && author && author.username !== viewer.username && userNumber(author.id) > 0;
  const typeName = formatMessage(itemMessages[item.type]);
  const type = typeName.toLowerCase();
  const label = formatMessage(messages.actions, { type: item.type });
  const copyReference = (): void =>
    void copyText(item.reference, {
      copied: formatMessage(messages.referenceCopied),
      notCopied: formatMessage(messages.notCopied, { text: item.reference }),
    });
  useShortcuts([{ keys: 'c r', title: formatMessage(messages.copyReference), perform: copyReference }]);
  const toggle = onToggle ?? (() => void change.toggle());
  const toggleName = formatMessage(change.isClosed ? messages.reopen : messages.close, { type });
  return (
    <>
      <span className={styles.wide} data-peek={isPeek || undefined}>
        {may.edit && (
          <Button icon={Pencil} onClick={onEdit} aria-keyshortcuts="e">
            <FormattedMessage {...messages.edit} />
            <Key>E</Key>
          </Button>
        )}
        {may.toggleState && (
          <Button busy={change.isSending} onClick={toggle}>
            {toggleName}
          </Button>
        )}
      </span>
      <span ref={setMenu}>
        <Menu
          label={label}
          placement={{ align: 'end' }}
          trigger={(props) => (
            <IconButton {...props} kind={isPeek ? 'quiet' : 'secondary'} icon={Ellipsis} label={label} />
          )}
        >
          {may.edit && (
            <>
              <MenuItem icon={Pencil} onSelect={onEdit}>
                <FormattedMessage {...messages.edit} />
              </MenuItem>
              <MenuItem icon={Pencil} onSelect={onEdit}>
                <FormattedMessage {...messages.editText} />
              </MenuItem>
            </>
          )}
          {may.toggleState && (
            <div className={styles.narrow} data-peek={isPeek || undefined}>
              <MenuItem icon={change.isClosed ? RotateCcw : CircleCheck} onSelect={toggle}>
                {toggleName}
              </MenuItem>
            </div>
          )}
          {children}
          <CopyItem
            icon={LinkIcon}
            name={messages.copyReference}
            text={item.reference}
            copied={messages.referenceCopied}
          />
          {email && viewer && (
            <CopyItem icon={Mail} name={messages.copyEmail} text={email} copied={messages.emailCopied} />
          )}
          {mayReport && (
            <MenuItem icon={Flag} onSelect={() => setReporting(true)}>
              <FormattedMessage {...abuseMessages.report} />
            </MenuItem>
          )}
          {after}
          {may.destroy && (
            <>
              <MenuLine />
              <MenuItem icon={Trash2} tone="danger" onSelect={() => setDeleting(true)}>
                <FormattedMessage {...messages.delete} values={{ type }} />
              </MenuItem>
            </>
          )}
        </Menu>
      </span>
      {isReporting && author && (
        <Suspense fallback={null}>
          <AbuseDrawer
            userId={userNumber(author.id)}
            name={author.name}
            onClose={() => setReporting(false)}
            opener={menu?.querySelector('button') ?? null}
          />
        </Suspense>
      )}
      {isDeleting && (
        <DeleteDialog
          webPath={item.webPath}
          isEpic={item.type === 'epic'}
          typeName={typeName}
          onClose={() => setDeleting(false)}
          onSubmit={() => forgetDraft(item.webPath)}
        />
      )}
    </>
  );
}

interface CopyItemProps {
  icon: LucideIcon;
  name: MessageDescriptor;
  text: string;
  copied: MessageDescriptor;
}

function CopyItem({ icon, name, text, copied }: CopyItemProps) {
  const { formatMessage } = useIntl();
  const said = { copied: formatMessage(copied), notCopied: formatMessage(messages.notCopied, { text }) };
  return (
    <MenuItem icon={icon} onSelect={() => void copyText(text, said)}>
      <FormattedMessage {...name} />
    </MenuItem>
  );
}

/** The number in a global id: `gid://gitlab/User/12`. An anonymous account has 0. */
function userNumber(globalId: string): number {
  return Number(globalId.split('/').at(-1)) || 0;
}
