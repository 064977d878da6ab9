import { Link } from '../../platform/navigation/Link.tsx';
import { text } from '../../ui/text/text.tsx';

/** A user's name, linked to their page. */
export function PersonLink({ person }: { person: { name: string; username: string } }) {
  return (
    <Link className={text.titleLink} to={{ page: 'person', username: person.username }}>
      <b>{person.name}</b>
    </Link>
  );
}
