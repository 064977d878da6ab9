import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { PersonAvatar } from '../../../ui/text/Avatar.tsx';
import { defineMessages } from '../../../ui/text/messages.ts';
import { ownersQuery } from './owners.ts';
import styles from './owner.module.css';

const messages = defineMessages({
  nobody: { id: 'roadmap.owner.nobody', defaultMessage: 'No owner' },
  more: { id: 'roadmap.owner.more', defaultMessage: '{count, plural, one {# more owner} other {# more owners}}' },
});

export interface OwnerProps {
  fullPath: string;
  epicId: string;
  isCompact: boolean;
}

/** The first owner of an epic, and how many more there are; a dashed ring if there is none. */
export function Owner({ fullPath, epicId, isCompact }: OwnerProps) {
  const { formatMessage } = useIntl();
  const owners = useQuery(ownersQuery(fullPath, epicId)).data;
  const [first] = owners?.people ?? [];
  const rest = (owners?.count ?? 0) - 1;
  return (
    <span className={styles.owner} data-owner={owners && (first ? 'some' : 'none')}>
      {first && <PersonAvatar person={first} size={isCompact ? 20 : 24} alone />}
      {first && rest > 0 && (
        <span role="img" aria-label={formatMessage(messages.more, { count: rest })}>
          +{rest}
        </span>
      )}
      {owners && !first && (
        <i role="img" aria-label={formatMessage(messages.nobody)} data-tooltip={formatMessage(messages.nobody)} />
      )}
    </span>
  );
}
