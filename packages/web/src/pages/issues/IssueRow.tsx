import { workItemTypes } from '@milepost/core/work-items';
import { EyeOff, FlagTriangleRight, Weight } from 'lucide-react';
import { useIntl } from 'react-intl';
import { present } from '../../app/graphql.ts';
import type { ListedIssue } from '../../modules/work-items/issues.ts';
import { ListRow, listLook } from '../../modules/work-items/ListRow.tsx';
import { shortReference } from '../../modules/work-items/reference.ts';
import { WorkItemIcon } from '../../modules/work-items/WorkItemIcon.tsx';
import { itemWords } from '../../modules/work-items/words.ts';
import { AvatarStack } from '../../ui/Avatar.tsx';
import { printAgo, printDay, printTime, readDay } from '../../ui/days.ts';
import { Icon } from '../../ui/Icon.tsx';
import { text } from '../../ui/text.tsx';

/** An issue in the list. */
export function IssueRow({ issue, placePath }: { issue: ListedIssue; placePath: string }) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const isClosed = issue.state === 'closed';
  const when = (isClosed ? issue.closedAt : null) ?? issue.updatedAt;
  const due = readDay(issue.dueDate);
  const people = present(issue.assignees?.nodes);
  const confidential = formatMessage(itemWords.confidential);
  const weight = formatMessage({ id: 'issuesPage.weight', defaultMessage: 'Weight' });
  const type = workItemTypes.find((candidate) => candidate === issue.type?.toLowerCase()) ?? 'issue';
  return (
    <ListRow
      icon={<WorkItemIcon type={type} state={isClosed ? 'closed' : 'opened'} />}
      iconColor={isClosed ? 'var(--info)' : 'var(--success)'}
      title={issue.title}
      to={issue.webPath}
      marks={
        issue.confidential && (
          <span data-tooltip={confidential} style={{ color: 'var(--warning)', display: 'inline-flex' }}>
            <Icon of={EyeOff} size={14} label={confidential} />
          </span>
        )
      }
      labels={present(issue.labels?.nodes)}
      meta={[
        shortReference(issue.reference, placePath),
        formatMessage(itemWords.createdBy, { name: issue.author.name }),
        <span key="when" data-tooltip={printTime(intl, when)}>
          {formatMessage(isClosed ? itemWords.closedAgo : itemWords.updated, { ago: printAgo(intl, when) })}
        </span>,
      ]}
      end={
        <>
          <span className={listLook.milestone}>
            {issue.milestone && (
              <>
                <Icon of={FlagTriangleRight} size={14} />
                <span className={text.cut} data-tooltip-cut="">
                  {issue.milestone.title}
                </span>
              </>
            )}
          </span>
          <span className={listLook.count} data-tooltip={weight}>
            {typeof issue.weight === 'number' && (
              <>
                <Icon of={Weight} size={14} label={weight} />
                {issue.weight}
              </>
            )}
          </span>
          <span className={listLook.people}>
            {people.length > 0 && (
              <AvatarStack
                people={people}
                size={20}
                moreLabel={(count) => formatMessage(itemWords.moreAssignees, { count })}
              />
            )}
          </span>
          <span className={listLook.date}>{due === null ? '' : printDay(intl, due)}</span>
        </>
      }
    />
  );
}
