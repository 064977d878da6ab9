import { Avatar, type AvatarProps } from '../../ui/Avatar.tsx';
import { text } from '../../ui/text.tsx';
import styles from './Person.module.css';

export interface PersonView {
  name: string;
  username: string;
  avatarUrl?: string | null | undefined;
}

/** Picture and name of somebody; the username is the tooltip. */
export function Person({ person, size = 24 }: { person: PersonView; size?: AvatarProps['size'] }) {
  return (
    <span className={styles.person} data-tooltip={`@${person.username}`}>
      <Avatar name={person.name} imageUrl={person.avatarUrl} size={size} />
      <span className={text.cut}>{person.name}</span>
    </span>
  );
}
