import { useQuery } from '@tanstack/react-query';
import { FormattedMessage, useIntl } from 'react-intl';
import { present } from '../../platform/api/graphql.ts';
import { useFreshOnChange } from '../../platform/live/live.ts';
import { Rows } from '../../ui/list/Rows.tsx';
import { Section } from '../../ui/page/Page.tsx';
import { Count } from '../../ui/text/text.tsx';
import { relatedMergeRequestsQuery } from './list.ts';
import { mergeRequestMessages as messages } from './messages.ts';
import { RequestRow } from './RequestRow.tsx';

/** The merge requests that mention an issue; nothing where the viewer may see none. */
export function RelatedMergeRequests(address: { fullPath: string; iid: string }) {
  const { formatMessage } = useIntl();
  const query = relatedMergeRequestsQuery(address);
  const { data } = useQuery(query);
  useFreshOnChange({ kind: 'project', fullPath: address.fullPath }, ({ all }) => (all ? [[...query.queryKey]] : []));
  const issue = data?.project?.issue;
  const requests = present(issue?.relatedMergeRequests?.nodes);
  if (!issue || requests.length === 0) return null;
  return (
    <Section title={<FormattedMessage {...messages.related} />} after={<Count value={issue.mergeRequestsCount} />}>
      <Rows label={formatMessage(messages.related)}>
        {requests.map((request) => (
          <RequestRow key={request.id} request={request} isOfGroup />
        ))}
      </Rows>
    </Section>
  );
}
