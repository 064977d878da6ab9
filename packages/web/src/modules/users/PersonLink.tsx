import type { MaybeProgram } from '@milepost/core/accounts/people';
import { Link } from '../../platform/navigation/Link.tsx';
import { text } from '../../ui/text/text.tsx';
import { ProgramBadge } from './ProgramBadge.tsx';

/** What the API calls the author of content of deleted accounts. */
const DELETED = 'ghost';

/** A user's name, linked to their page; that of a deleted user leads nowhere. */
export function PersonLink({ person }: { person: { name: string; username: string } & MaybeProgram }) {
  if (person.username === DELETED) return <b>{person.name}</b>;
  return (
    <>
      <Link className={text.titleLink} to={{ page: 'person', username: person.username }}>
        <b>{person.name}</b>
      </Link>
      <ProgramBadge person={person} />
    </>
  );
}
