import type { RawPerson } from '@milepost/core/accounts/people';
import { Link } from '../../platform/navigation/Link.tsx';
import { PersonAvatar, type AvatarProps } from '../../ui/text/Avatar.tsx';
import { text } from '../../ui/text/text.tsx';
import { ProgramBadge } from './ProgramBadge.tsx';
import styles from './Person.module.css';

/** Avatar and name of a user; the username is the tooltip, and the name links to their page. */
export function Person({ person, size = 24 }: { person: RawPerson; size?: AvatarProps['size'] }) {
  return (
    <span className={styles.person} data-tooltip={`@${person.username}`}>
      <PersonAvatar person={person} size={size} badged />
      <Link className={`${text.cut} ${text.titleLink}`} to={{ page: 'person', username: person.username }}>
        {person.name}
      </Link>
      <ProgramBadge person={person} />
    </span>
  );
}
