import { readPerson, type RawPerson } from '@milepost/core/accounts/people';
import { Link } from '../../platform/navigation/Link.tsx';
import { Avatar, type AvatarProps } from '../../ui/text/Avatar.tsx';
import { text } from '../../ui/text/text.tsx';
import { ProgramBadge, type MaybeProgram } from './ProgramBadge.tsx';
import styles from './Person.module.css';

/** Avatar and name of a user; the username is the tooltip, and the name links to their page. */
export function Person({ person, size = 24 }: { person: RawPerson & MaybeProgram; size?: AvatarProps['size'] }) {
  return (
    <span className={styles.person} data-tooltip={`@${person.username}`}>
      <Avatar name={person.name} imageUrl={readPerson(person).avatarUrl} size={size} />
      <Link className={`${text.cut} ${text.titleLink}`} to={{ page: 'person', username: person.username }}>
        {person.name}
      </Link>
      <ProgramBadge person={person} />
    </span>
  );
}
