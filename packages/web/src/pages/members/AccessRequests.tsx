import { accessLevelOf, type Role } from '@milepost/core/roles';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { UserCheck } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import type { RestPage } from '../../platform/api/rest.ts';
import { MorePages } from '../../platform/loading/MorePages.tsx';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { approveRequest, endRequest, type Requester, requestersPages } from '../../modules/members/access-requests.ts';
import { membersKey } from '../../modules/members/api.ts';
import { roleMessages } from '../../modules/members/roles.ts';
import { PersonLink } from '../../modules/users/PersonLink.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { EmptyState } from '../../ui/feedback/Alert.tsx';
import { printAgo } from '../../ui/field/days.ts';
import { Row, Rows } from '../../ui/list/Rows.tsx';
import { toast } from '../../ui/overlay/Toast.tsx';
import { PersonAvatar } from '../../ui/text/Avatar.tsx';
import { membersMessages as messages } from './messages.ts';
import { RoleSelect } from '../../modules/members/RoleSelect.tsx';
import { useChange } from '../../platform/forms/use-change.ts';

interface AccessRequestsProps {
  namespace: NamespaceRef;
  query: UseInfiniteQueryResult<InfiniteData<RestPage<Requester>>>;
  ownLevel: number;
}

/** The people who ask for a role here. */
export function AccessRequests({ namespace, query, ownLevel }: AccessRequestsProps) {
  const { formatMessage } = useIntl();
  return (
    <>
      <QueryView query={query}>
        {({ pages }) => {
          const requesters = pages.flatMap(({ items }) => items);
          if (requesters.length === 0)
            return <EmptyState icon={UserCheck} title={<FormattedMessage {...messages.noRequests} />} />;
          return (
            <Rows label={formatMessage(messages.requests)}>
              {requesters.map((person) => (
                <RequestRow key={person.id} namespace={namespace} person={person} ownLevel={ownLevel} />
              ))}
            </Rows>
          );
        }}
      </QueryView>
      <MorePages query={query} />
    </>
  );
}

function RequestRow({ namespace, person, ownLevel }: Omit<AccessRequestsProps, 'query'> & { person: Requester }) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const { id, name, username } = person;
  const [role, setRole] = useState<Role>('developer');
  const { isBusy, change } = useChange(requestersPages(namespace).queryKey, membersKey(namespace), ['todos']);
  const approve = async (): Promise<void> => {
    if (await change({ perform: () => approveRequest(namespace, id, accessLevelOf[role]) }))
      toast({ text: formatMessage(messages.approved, { name }) });
  };
  const deny = async (): Promise<void> => {
    if (await change({ perform: () => endRequest(namespace, id) }))
      toast({ text: formatMessage(messages.denied, { name }) });
  };
  const roleName = formatMessage(roleMessages(accessLevelOf[role]));
  return (
    <Row
      before={<PersonAvatar person={person} size={32} badged />}
      title={<PersonLink person={person} />}
      note={formatMessage(messages.requestedBy, { username, ago: printAgo(intl, person.requested_at) })}
      end={
        <>
          <RoleSelect
            label={formatMessage(messages.roleFor, { name })}
            isLabelHidden
            value={role}
            ownLevel={ownLevel}
            onChange={setRole}
          />
          <Button
            busy={isBusy}
            aria-label={formatMessage(messages.approveAs, { name, role: roleName })}
            onClick={() => void approve()}
          >
            <FormattedMessage {...messages.approve} />
          </Button>
          <Button
            kind="quiet"
            busy={isBusy}
            aria-label={formatMessage(messages.denyOf, { name })}
            onClick={() => void deny()}
          >
            <FormattedMessage {...messages.deny} />
          </Button>
        </>
      }
    />
  );
}
