import { MessageSquare } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from '../../platform/navigation/Link.tsx';
import { Icon } from '../../ui/button/Icon.tsx';
import { printAgo } from '../../ui/field/days.ts';
import { Row } from '../../ui/list/Rows.tsx';
import { defineMessages } from '../../ui/text/messages.ts';
import { Count, text } from '../../ui/text/text.tsx';
import { nameInText } from '../../ui/text/names.ts';
import { present } from '../../platform/api/graphql.ts';
import { LabelRow } from '../labels/LabelChip.tsx';
import type { ListedMergeRequest } from './list.ts';
import { RequestBadges } from './RequestBadges.tsx';

const messages = defineMessages({
  opened: { id: 'mergeRequestRow.opened', defaultMessage: '{reference} · created {when} by {who} · into {target}' },
  comments: { id: 'mergeRequestRow.comments', defaultMessage: 'comments' },
});

/** One merge request in a list. `isOfGroup`: the reference names its project. */
export function RequestRow({ request, isOfGroup = false }: { request: ListedMergeRequest; isOfGroup?: boolean }) {
  const intl = useIntl();
  const labels = present(request.labels?.nodes);
  const { title, webPath, reference, fullReference, createdAt, author, origin, targetBranch: target } = request;
  return (
    <Row
      title={
        <Link className={`${text.titleLink} ${text.strong}`} to={webPath}>
          {title}
        </Link>
      }
      note={
        <FormattedMessage
          {...messages.opened}
          values={{
            reference: isOfGroup ? fullReference : reference,
            when: printAgo(intl, createdAt),
            who: origin ? (origin.author ?? '') : nameInText(intl, author),
            target,
          }}
        />
      }
      end={
        <>
          {(request.userNotesCount ?? 0) > 0 && (
            <Count value={request.userNotesCount ?? 0} label={intl.formatMessage(messages.comments)}>
              <Icon of={MessageSquare} size={14} />{' '}
            </Count>
          )}
          <RequestBadges request={request} />
        </>
      }
      below={labels.length > 0 && <LabelRow labels={labels} />}
    />
  );
}
