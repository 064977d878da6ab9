import { CircleCheck, Ellipsis, Link as LinkIcon, Pencil, RotateCcw, Trash2 } from 'lucide-react';
import type { WorkItemType } from '@milepost/core/work-items';
import { type ReactNode, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Menu, MenuItem, MenuLine } from '../../../ui/Menu.tsx';
import { Key } from '../../../ui/text.tsx';
import { forgetDraft } from '../edit/drafts.ts';
import type { StateChange } from '../state-change.ts';
import { itemWords } from '../words.ts';
import { actionWords as words } from './action-words.ts';
import { copyText } from '../copy-text.ts';
import { DeleteDialog } from './DeleteDialog.tsx';
import styles from './ItemActions.module.css';

export interface ItemActionsProps {
  item: { webPath: string; reference: string; type: WorkItemType };
  may: { edit: boolean; toggleState: boolean; destroy: boolean };
  change: StateChange;
  onEdit(): void;
  /** What closing and reopening do instead of doing so at once: to ask first, say. */
  onToggle?: (() => void) | undefined;
  /** Menu items above "Copy reference": what this type has besides. */
  children?: ReactNode;
  /** Menu items below it. */
  after?: ReactNode;
}

/**
 * What one may do with a work item: buttons for the two things done most and a menu for the rest, which on a phone holds those two
 * as well.
 */
export function ItemActions({ item, may, change, onEdit, onToggle, children, after }: ItemActionsProps) {
  const { formatMessage } = useIntl();
  const [isDeleting, setDeleting] = useState(false);
  const typeName = formatMessage(itemWords[item.type]);
  const type = typeName.toLowerCase();
  const label = formatMessage(words.actions, { type: item.type });
  const toggle = onToggle ?? (() => void change.toggle());
  const toggleName = formatMessage(change.isClosed ? words.reopen : words.close, { type });
  return (
    <>
      <span className={styles.wide}>
        {may.edit && (
          <Button icon={Pencil} onClick={onEdit} aria-keyshortcuts="e">
            <FormattedMessage {...words.edit} />
            <Key>E</Key>
          </Button>
        )}
        {may.toggleState && (
          <Button busy={change.isSending} onClick={toggle}>
            {toggleName}
          </Button>
        )}
      </span>
      <Menu
        label={label}
        placement={{ align: 'end' }}
        trigger={(props) => <IconButton {...props} kind="secondary" icon={Ellipsis} label={label} />}
      >
        {may.edit && (
          <MenuItem icon={Pencil} onSelect={onEdit}>
            <FormattedMessage {...words.editText} />
          </MenuItem>
        )}
        {may.toggleState && (
          <div className={styles.narrow}>
            <MenuItem icon={change.isClosed ? RotateCcw : CircleCheck} onSelect={toggle}>
              {toggleName}
            </MenuItem>
          </div>
        )}
        {children}
        <CopyReferenceItem reference={item.reference} />
        {after}
        {may.destroy && (
          <>
            <MenuLine />
            <MenuItem icon={Trash2} tone="danger" onSelect={() => setDeleting(true)}>
              <FormattedMessage {...words.delete} values={{ type }} />
            </MenuItem>
          </>
        )}
      </Menu>
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

function CopyReferenceItem({ reference }: { reference: string }) {
  const { formatMessage } = useIntl();
  return (
    <MenuItem
      icon={LinkIcon}
      onSelect={() =>
        void copyText(reference, {
          copied: formatMessage(words.referenceCopied),
          notCopied: formatMessage(words.referenceNotCopied, { reference }),
        })
      }
    >
      <FormattedMessage {...words.copyReference} />
    </MenuItem>
  );
}
