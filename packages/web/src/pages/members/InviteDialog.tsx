import { INVITATION_MESSAGE_LIMIT } from '@milepost/core/accounts/invitations';
import { formatDay, localDayOf, type Day } from '@milepost/core/days';
import { accessLevelOf, type Role } from '@milepost/core/roles';
import { useQueryClient } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { ButtonLink } from '../../platform/navigation/Link.tsx';
import { session } from '../../platform/session/session.ts';
import {
  createSharedLink,
  invitationPages,
  invitePeople,
  type SharedLink,
  sharedLinksQuery,
} from '../../modules/invitations/api.ts';
import { membersKey } from '../../modules/members/api.ts';
import { roleMessages } from '../../modules/members/roles.ts';
import { useNamespace } from '../../modules/namespaces/summary.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { DateField } from '../../ui/field/DateField.tsx';
import { printDay, readDay } from '../../ui/field/days.ts';
import { TextArea, TextField } from '../../ui/field/Field.tsx';
import { copyText } from '../../ui/overlay/copy-text.ts';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { toast } from '../../ui/overlay/Toast.tsx';
import { membersMessages as messages } from './messages.ts';
import { type Entry, PeopleField } from './PeopleField.tsx';
import { RoleSelect } from '../../modules/members/RoleSelect.tsx';
import { useChange } from '../../platform/forms/use-change.ts';
import styles from './members.module.css';

const mayOf: Readonly<Record<Role, (typeof messages)[keyof typeof messages]>> = {
  guest: messages.guestMay,
  planner: messages.plannerMay,
  reporter: messages.reporterMay,
  developer: messages.developerMay,
  maintainer: messages.maintainerMay,
  owner: messages.ownerMay,
};

export interface InviteDialogProps {
  namespace: NamespaceRef;
  /** The viewer's access level: nobody gives a higher one. */
  ownLevel: number;
  /** What the field begins with. */
  text?: string;
  onClose(): void;
}

/** Invites people by address, adds accounts by username, or makes a link that can be shared. */
export function InviteDialog({ namespace, ownLevel, text = '', onClose }: InviteDialogProps) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const name = useNamespace(namespace)?.name ?? namespace.fullPath;
  const [entries, setEntries] = useState<readonly Entry[]>([]);
  const [hasRest, setHasRest] = useState(text.trim() !== '');
  const [role, setRole] = useState<Role>('developer');
  const [expiresAt, setExpiresAt] = useState('');
  const [message, setMessage] = useState('');
  const [tomorrow] = useState(() => formatDay((localDayOf(new Date()) + 1) as Day));
  const [failures, setFailures] = useState<Readonly<Record<string, string>>>({});
  const { isBusy, change } = useChange(membersKey(namespace), invitationPages(namespace).queryKey);
  const accessLevel = accessLevelOf[role];
  /** Without a mail server the link is the way to invite; accounts can still be added by username. */
  const { sendsMail } = session();
  const send = async (): Promise<void> => {
    let failed: Readonly<Record<string, string>> = {};
    const isSent = await change({
      perform: async () => {
        failed = await invitePeople(namespace, {
          emails: entries.filter(({ userId }) => userId === null).map(({ text }) => text),
          userIds: entries.flatMap(({ userId }) => userId ?? []),
          accessLevel,
          expiresAt,
          message,
        });
      },
      keepsForm: true,
    });
    if (!isSent) return;
    const left = entries.filter(({ text, userId }) => (userId === null ? text : String(userId)) in failed);
    const count = entries.length - left.length;
    if (count > 0) toast({ text: formatMessage(messages.sent, { count }) });
    setFailures(failed);
    setEntries(left);
    if (left.length === 0) onClose();
  };
  const people = <PeopleField entries={entries} text={text} onChange={setEntries} onRest={setHasRest} />;
  const messageField = (
    <TextArea
      label={formatMessage(messages.message)}
      rows={2}
      maxLength={INVITATION_MESSAGE_LIMIT}
      value={message}
      onChange={({ target }) => setMessage(target.value)}
    />
  );
  const link = (
    <ShareLink
      namespace={namespace}
      accessLevel={accessLevel}
      expiresAt={expiresAt}
      onMade={() => void client.invalidateQueries({ queryKey: sharedLinksQuery(namespace).queryKey })}
    />
  );
  return (
    <Dialog
      title={formatMessage(messages.inviteTo, { name })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{formatMessage(messages.cancel)}</Button>
          <Button kind="primary" busy={isBusy} disabled={entries.length === 0 || hasRest} onClick={() => void send()}>
            {formatMessage(sendsMail ? messages.send : messages.add, { count: entries.length })}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {Object.keys(failures).length > 0 && (
          <Alert tone="danger">
            {entries.map(({ text, userId }) => (
              <p key={text}>
                {text}: {failures[userId === null ? text : String(userId)]}
              </p>
            ))}
          </Alert>
        )}
        {sendsMail ? people : <NoMailServer />}
        <div className={styles.pair}>
          <RoleSelect
            label={formatMessage(messages.role)}
            note={formatMessage(mayOf[role])}
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
        {sendsMail ? messageField : link}
        <p className={styles.or}>
          <FormattedMessage {...messages.or} />
        </p>
        {sendsMail ? link : people}
      </div>
    </Dialog>
  );
}

/** The link creates no accounts: where visitors cannot register, people need one before they open it. */
function NoMailServer() {
  const { isSignUpOpen, viewer } = session();
  const isAdmin = viewer?.isAdmin === true;
  return (
    <Alert
      tone="warning"
      actions={
        !isSignUpOpen &&
        isAdmin && (
          <ButtonLink to={{ page: 'adminUsers' }} size="small">
            <FormattedMessage {...messages.users} />
          </ButtonLink>
        )
      }
    >
      <FormattedMessage {...messages.noMail} />
      {!isSignUpOpen && (
        <>
          {' '}
          <FormattedMessage {...messages.linkNeedsAccount} /> {!isAdmin && <FormattedMessage {...messages.askAdmin} />}
        </>
      )}
    </Alert>
  );
}

interface ShareLinkProps {
  namespace: NamespaceRef;
  accessLevel: number;
  expiresAt: string;
  onMade(): void;
}

/** A link for several people, with the role and expiry of the form. Its address is shown this once. */
function ShareLink({ namespace, accessLevel, expiresAt, onMade }: ShareLinkProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const { isBusy, change } = useChange();
  const [made, setMade] = useState<(SharedLink & { url: string }) | null>(null);
  const create = (): Promise<boolean> =>
    change({
      perform: async () => {
        setMade(await createSharedLink(namespace, { access_level: accessLevel, expires_at: expiresAt }));
        onMade();
      },
      keepsForm: true,
    });
  const expires = readDay(made?.link_expires_at);
  if (!made) {
    return (
      <div className={styles.share}>
        <span>{formatMessage(messages.shareLink)}</span>
        <Button busy={isBusy} onClick={() => void create()}>
          {formatMessage(messages.createLink)}
        </Button>
      </div>
    );
  }
  const note = formatMessage(messages.linkMeans, {
    role: formatMessage(roleMessages(made.access_level)),
    count: made.uses_left,
    day: expires === null ? '–' : printDay(intl, expires),
  });
  return (
    <div className={styles.link}>
      <TextField
        label={formatMessage(messages.shareLink)}
        note={`${note} ${formatMessage(messages.copyNow)}`}
        value={made.url}
        readOnly
        onFocus={({ target }) => target.select()}
      />
      <Button
        icon={Copy}
        onClick={() => void copyText(made.url, { copied: formatMessage(messages.copied), notCopied: made.url })}
      >
        {formatMessage(messages.copyLink)}
      </Button>
    </div>
  );
}
