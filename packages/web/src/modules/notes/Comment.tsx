import { useQueryClient } from '@tanstack/react-query';
import { Ellipsis, Link as LinkIcon, Pencil, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { present } from '../../platform/api/graphql.ts';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { PersonAvatar } from '../../ui/text/Avatar.tsx';
import { Badge } from '../../ui/text/Badge.tsx';
import { printAgo, printTime } from '../../ui/field/days.ts';
import { DangerFoot } from '../../ui/overlay/DangerFoot.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { Menu, MenuItem, MenuLine } from '../../ui/overlay/Menu.tsx';
import { Reactions } from '../reactions/Reactions.tsx';
import { copyText } from '../../ui/overlay/copy-text.ts';
import { text } from '../../ui/text/text.tsx';
import { PersonLink } from '../users/PersonLink.tsx';
import { Prose } from '../work-items/Prose.tsx';
import { anchorOf, changeComment, deleteComment, type Note } from './api.ts';
import { useNoteAnchor } from './use-addressed-note.ts';
import { usePinnedInList } from './pinned-in-list.ts';
import { useDiscussionItem } from './discussion-item.ts';
import { useNoteChange } from './use-note-change.ts';
import { noteMessages as messages } from './messages.ts';
import styles from './Activity.module.css';

const Composer = lazy(async () => ({ default: (await import('./Composer.tsx')).Composer }));

/** A comment. */
export function Comment({ note, isReply }: { note: Note; isReply: boolean }) {
  const anchor = useNoteAnchor(note);
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const [isEditing, setEditing] = useState(false);
  usePinnedInList(isEditing);
  const name = note.author?.name ?? formatMessage(messages.somebody);
  return (
    <article
      {...anchor}
      className={`${styles.note} ${isReply ? styles.reply : ''}`}
      data-internal={note.internal || undefined}
    >
      <PersonAvatar person={note.author ?? { name }} size={32} badged />
      <div className={styles.said}>
        <div className={styles.head}>
          {note.author ? <PersonLink person={note.author} /> : <b>{name}</b>}
          <When time={note.createdAt} anchor={anchorOf(note)} />
          {note.lastEditedAt && <Edited time={note.lastEditedAt} />}
          {note.via && <Via program={note.via} />}
          {note.internal && (
            <Badge tone="warning">
              <FormattedMessage {...messages.internal} />
            </Badge>
          )}
          {note.hidden && (
            <span data-tooltip={formatMessage(messages.hiddenWhy)}>
              <Badge tone="warning">
                <FormattedMessage {...messages.hidden} />
              </Badge>
            </span>
          )}
          <CommentMenu note={note} name={name} onEdit={() => setEditing(true)} />
        </div>
        {isEditing ? (
          <Suspense fallback={<Prose html={note.bodyHtml ?? ''} />}>
            <Composer
              label={formatMessage(messages.body)}
              send={formatMessage(messages.save)}
              initial={note.body}
              draft={note.id}
              autoFocus
              onSend={(body) => changeComment(note.id, body)}
              onDone={() => setEditing(false)}
            />
          </Suspense>
        ) : (
          <Prose html={note.bodyHtml ?? ''} />
        )}
        <Reactions
          awardableId={note.id}
          reactions={present(note.awardEmoji?.nodes)}
          mayReact={note.userPermissions.awardEmoji}
          refresh={() => client.invalidateQueries({ queryKey: ['activity'] })}
        />
      </div>
    </article>
  );
}

function CommentMenu({ note, name, onEdit }: { note: Note; name: string; onEdit(): void }) {
  const { formatMessage } = useIntl();
  const { webPath, NoteAction } = useDiscussionItem();
  const [isAsking, setAsking] = useState(false);
  const change = useNoteChange();
  const link = `${window.location.origin}${webPath}#${anchorOf(note)}`;
  return (
    <>
      <span className={styles.menu}>
        <Menu
          label={formatMessage(messages.more, { name })}
          placement={{ align: 'end' }}
          trigger={(props) => (
            <IconButton {...props} icon={Ellipsis} size="small" label={formatMessage(messages.more, { name })} />
          )}
        >
          {note.userPermissions.adminNote && (
            <MenuItem icon={Pencil} onSelect={onEdit}>
              <FormattedMessage {...messages.edit} />
            </MenuItem>
          )}
          <MenuItem
            icon={LinkIcon}
            onSelect={() =>
              void copyText(link, {
                copied: formatMessage(messages.linkCopied),
                notCopied: formatMessage(messages.linkNotCopied, { link }),
              })
            }
          >
            <FormattedMessage {...messages.copyLink} />
          </MenuItem>
          {NoteAction && <NoteAction note={note} />}
          {note.userPermissions.adminNote && (
            <>
              <MenuLine />
              <MenuItem icon={Trash2} tone="danger" onSelect={() => setAsking(true)}>
                <FormattedMessage {...messages.delete} />
              </MenuItem>
            </>
          )}
        </Menu>
      </span>
      {isAsking && (
        <Dialog
          title={<FormattedMessage {...messages.deleteTitle} />}
          onClose={() => setAsking(false)}
          footer={
            <DangerFoot
              onCancel={() => setAsking(false)}
              busy={change.isBusy}
              onClick={() => void change.run(() => deleteComment(note.id))}
            >
              <FormattedMessage {...messages.delete} />
            </DangerFoot>
          }
        >
          {change.failure && <Alert tone="danger">{change.failure}</Alert>}
          <FormattedMessage {...messages.deleteBody} />
        </Dialog>
      )}
    </>
  );
}

/** When a note was written; leads to it. */
export function When({ time, anchor }: { time: string; anchor: string }) {
  const intl = useIntl();
  return (
    <a href={`#${anchor}`} className={styles.when}>
      <time dateTime={time} data-tooltip={printTime(intl, time)}>
        {printAgo(intl, time)}
      </time>
    </a>
  );
}

/** The program that acted for the author. */
export function Via({ program }: { program: string }) {
  return (
    <span className={text.quiet}>
      <FormattedMessage {...messages.via} values={{ program }} />
    </span>
  );
}

function Edited({ time }: { time: string }) {
  const intl = useIntl();
  return (
    <span data-tooltip={printTime(intl, time)}>
      <FormattedMessage {...messages.edited} values={{ ago: printAgo(intl, time) }} />
    </span>
  );
}
