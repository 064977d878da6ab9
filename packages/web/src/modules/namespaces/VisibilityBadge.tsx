import type { Visibility } from '@milepost/core/roles';
import { Archive, Globe, Lock, type LucideIcon, Shield, Trash2 } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Badge } from '../../ui/text/Badge.tsx';
import { defineMessages } from '../../ui/text/messages.ts';

export const visibilityMessages = defineMessages({
  private: { id: 'namespaces.private', defaultMessage: 'Private' },
  internal: { id: 'namespaces.internal', defaultMessage: 'Internal' },
  public: { id: 'namespaces.public', defaultMessage: 'Public' },
});

/** A description of each visibility. */
export const visibilityNotes = defineMessages({
  private: { id: 'namespaces.privateNote', defaultMessage: 'Visible to members only.' },
  internal: { id: 'namespaces.internalNote', defaultMessage: 'Visible to everyone who is signed in.' },
  public: { id: 'namespaces.publicNote', defaultMessage: 'Visible to everyone, signed in or not.' },
});

const stateMessages = defineMessages({
  archived: { id: 'namespaces.archived', defaultMessage: 'Archived' },
  archivedWhy: { id: 'namespaces.archivedWhy', defaultMessage: 'Read-only until an owner unarchives it.' },
  deleted: { id: 'namespaces.deleted', defaultMessage: 'Deleted' },
  deletedWhy: {
    id: 'namespaces.deletedWhy',
    defaultMessage: 'Only owners see it, and can restore it in its settings.',
  },
});

const icons: Readonly<Record<Visibility, LucideIcon>> = { private: Lock, internal: Shield, public: Globe };

/** Who may see a group or project. */
export function VisibilityBadge({ visibility }: { visibility: Visibility }) {
  return (
    <Badge icon={icons[visibility]}>
      <FormattedMessage {...visibilityMessages[visibility]} />
    </Badge>
  );
}

export interface NamespaceState {
  visibility: Visibility;
  archived?: boolean;
  marked_for_deletion_on?: string | null;
}

/** Who may see a group or project, and whether it is archived or deleted. */
export function NamespaceBadges({ of }: { of: NamespaceState }) {
  return (
    <>
      <VisibilityBadge visibility={of.visibility} />
      {of.marked_for_deletion_on ? <StateBadge state="deleted" /> : of.archived && <StateBadge state="archived" />}
    </>
  );
}

/** Why a group or project is read-only. */
export function StateBadge({ state }: { state: 'archived' | 'deleted' }) {
  const { formatMessage } = useIntl();
  return (
    <Badge
      icon={state === 'deleted' ? Trash2 : Archive}
      tooltip={formatMessage(state === 'deleted' ? stateMessages.deletedWhy : stateMessages.archivedWhy)}
    >
      <FormattedMessage {...stateMessages[state]} />
    </Badge>
  );
}
