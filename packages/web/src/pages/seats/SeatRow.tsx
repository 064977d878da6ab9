import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronRight, UserMinus } from 'lucide-react';
import { useId, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import {
  type BillableMember,
  removeBillableMember,
  type SeatMembership,
  seatMembershipsPages,
  seatsKey,
} from '../../modules/billing/api.ts';
import { roleMessages } from '../../modules/members/roles.ts';
import { PersonLink } from '../../modules/users/PersonLink.tsx';
import { useChange } from '../../platform/forms/use-change.ts';
import { MorePages } from '../../platform/loading/MorePages.tsx';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { printDay, readDay } from '../../ui/field/days.ts';
import { Row } from '../../ui/list/Rows.tsx';
import { PersonAvatar } from '../../ui/text/Avatar.tsx';
import { Badge } from '../../ui/text/Badge.tsx';
import { text } from '../../ui/text/text.tsx';
import { TypedPathDialog } from '../settings/TypedPathDialog.tsx';
import { seatMessages as messages } from './messages.ts';
import styles from './seats.module.css';

interface SeatRowProps {
  member: BillableMember;
  fullPath: string;
  mayRemove: boolean;
}

/** A person with a seat: role, last activity, memberships on demand, and removal. */
export function SeatRow({ member, fullPath, mayRemove }: SeatRowProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const { name, username, removable } = member;
  const [isOpen, setOpen] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const { change } = useChange(seatsKey(fullPath));
  const id = useId();
  const active = readDay(member.last_activity_on);
  return (
    <>
      <Row
        before={<PersonAvatar person={member} size={32} badged />}
        title={
          <>
            <PersonLink person={member} /> <Badge>{formatMessage(roleMessages(member.access_level))}</Badge>
          </>
        }
        note={
          <>
            @{username} ·{' '}
            {active === null ? (
              <FormattedMessage {...messages.never} />
            ) : (
              <FormattedMessage {...messages.active} values={{ day: printDay(intl, active) }} />
            )}
            {!removable && (
              <>
                {' '}
                · <FormattedMessage {...messages.throughShare} />
              </>
            )}
          </>
        }
        end={
          <>
            {removable && mayRemove && (
              <IconButton
                icon={UserMinus}
                label={formatMessage(messages.remove, { name })}
                onClick={() => setRemoving(true)}
              />
            )}
            <IconButton
              icon={isOpen ? ChevronDown : ChevronRight}
              label={formatMessage(isOpen ? messages.hide : messages.show, { name })}
              aria-expanded={isOpen}
              aria-controls={isOpen ? id : undefined}
              onClick={() => setOpen(!isOpen)}
            />
          </>
        }
        below={isOpen && <Memberships id={id} member={member} fullPath={fullPath} />}
      />
      {isRemoving && (
        <TypedPathDialog
          title={<FormattedMessage {...messages.removeTitle} />}
          path={username}
          perform={async () => {
            await removeBillableMember(fullPath, member.id);
            void change({
              perform: () => Promise.resolve(),
              done: formatMessage(messages.removed, { name }),
            });
          }}
          onClose={() => setRemoving(false)}
        >
          <p>
            <FormattedMessage {...messages.removes} values={{ name, group: fullPath }} />
          </p>
        </TypedPathDialog>
      )}
    </>
  );
}

interface MembershipsProps {
  id: string;
  member: BillableMember;
  fullPath: string;
}

function Memberships({ id, member, fullPath }: MembershipsProps) {
  const { formatMessage } = useIntl();
  const direct = useInfiniteQuery(seatMembershipsPages(fullPath, member.id, 'memberships'));
  const indirect = useInfiniteQuery(seatMembershipsPages(fullPath, member.id, 'indirect'));
  const data = direct.data && indirect.data && { direct: direct.data, indirect: indirect.data };
  const query = {
    data,
    error: direct.error ?? indirect.error,
    refetch: direct.error ? direct.refetch : indirect.refetch,
  };
  return (
    <div id={id} className={styles.memberships}>
      <QueryView query={query as never} failed={<FormattedMessage {...messages.membershipsFailed} />}>
        {(shown: NonNullable<typeof data>) => (
          <ul aria-label={formatMessage(messages.membershipsOf, { name: member.name })}>
            {[...shown.direct.pages, ...shown.indirect.pages]
              .flatMap(({ items }) => items)
              .map((membership, index) => (
                // Nothing else tells two shares of hidden groups apart.
                // oxlint-disable-next-line react/no-array-index-key
                <MembershipItem key={index} membership={membership} />
              ))}
          </ul>
        )}
      </QueryView>
      <MorePages query={direct} isManual />
      <MorePages query={indirect} isManual />
    </div>
  );
}

function MembershipItem({ membership }: { membership: SeatMembership }) {
  const intl = useIntl();
  const { source_full_name: name, source_members_url: url, shared_in: place, access_level: role } = membership;
  const expires = readDay(membership.expires_at);
  const source =
    name === null || url === null ? (
      <FormattedMessage {...messages.hiddenGroup} />
    ) : (
      <a className={text.link} href={new URL(url).pathname}>
        {name}
      </a>
    );
  return (
    <li>
      <span>
        {name === place.full_name ? (
          source
        ) : (
          <FormattedMessage {...messages.via} values={{ group: source, place: place.full_name }} />
        )}
      </span>
      <span className={styles.quiet}>
        <FormattedMessage {...roleMessages(role.integer_value)} />
        {expires !== null && (
          <>
            {' '}
            <FormattedMessage {...messages.until} values={{ day: printDay(intl, expires) }} />
          </>
        )}
      </span>
    </li>
  );
}
