import { Lock, LogIn } from 'lucide-react';
import type { NamespaceRef } from '../../../platform/api/endpoints.ts';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { ButtonLink } from '../../../platform/navigation/Link.tsx';
import { session } from '../../../platform/session/session.ts';
import { EmptyState } from '../../../ui/feedback/Alert.tsx';
import { defineMessages } from '../../../ui/text/messages.ts';
import { useNamespaceAccessState } from '../../namespaces/permissions.ts';

const messages = defineMessages({
  epicSignIn: { id: 'newItem.epicSignIn', defaultMessage: 'Sign in to create an epic' },
  issueSignIn: { id: 'newItem.issueSignIn', defaultMessage: 'Sign in to create an issue' },
  signIn: { id: 'newItem.signIn', defaultMessage: 'Sign in' },
  signInWhy: { id: 'newItem.signInWhy', defaultMessage: 'You return to this page after signing in.' },
  epicRefused: { id: 'newItem.epicRefused', defaultMessage: 'You cannot create epics here' },
  issueRefused: { id: 'newItem.issueRefused', defaultMessage: 'You cannot create issues here' },
  refusedWhy: {
    id: 'newItem.refusedWhy',
    defaultMessage: 'Your role does not allow this. Ask one of the owners listed under Members.',
  },
  archivedWhy: {
    id: 'newItem.archivedWhy',
    defaultMessage:
      'This {kind, select, group {group} other {project}} is archived and read-only. The owners listed under Members can unarchive it.',
  },
  members: { id: 'newItem.members', defaultMessage: 'Go to members' },
});

export interface MayCreateProps {
  namespace: NamespaceRef;
  /** By default an epic of a group or an issue of a project. */
  type?: 'epic' | 'issue';
  children: ReactNode;
}

/** The form of a new epic (of a group) or issue (of a project), shown only to those who may create one. */
export function MayCreate({
  namespace,
  type = namespace.kind === 'group' ? 'epic' : 'issue',
  children,
}: MayCreateProps) {
  const { may, isArchived } = useNamespaceAccessState(namespace);
  const isEpic = type === 'epic';
  if (!session().viewer) {
    return (
      <EmptyState
        heading="h1"
        icon={LogIn}
        title={<FormattedMessage {...(isEpic ? messages.epicSignIn : messages.issueSignIn)} />}
        actions={
          <ButtonLink
            kind="primary"
            to={{ page: 'signIn' }}
            search={{ redirect: window.location.pathname + window.location.search }}
          >
            <FormattedMessage {...messages.signIn} />
          </ButtonLink>
        }
      >
        <FormattedMessage {...messages.signInWhy} />
      </EmptyState>
    );
  }
  // Unknown permissions count as granted: most people who come here may create.
  if ((isEpic ? may.createEpic : may.createIssue) !== false) return children;
  return (
    <EmptyState
      heading="h1"
      icon={Lock}
      title={<FormattedMessage {...(isEpic ? messages.epicRefused : messages.issueRefused)} />}
      actions={
        <ButtonLink to={{ page: isEpic ? 'groupMembers' : 'projectMembers', fullPath: namespace.fullPath }}>
          <FormattedMessage {...messages.members} />
        </ButtonLink>
      }
    >
      <FormattedMessage
        {...(isArchived ? messages.archivedWhy : messages.refusedWhy)}
        values={{ kind: namespace.kind }}
      />
    </EmptyState>
  );
}
