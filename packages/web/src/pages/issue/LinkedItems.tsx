import { present } from '../../app/graphql.ts';
import { workItemTypes } from '@milepost/core/work-items';
import { FormattedMessage } from 'react-intl';
import { Link } from '../../app/Link.tsx';
import { shortReference } from '../../modules/work-items/reference.ts';
import { WorkItemIcon } from '../../modules/work-items/WorkItemIcon.tsx';
import { Section } from '../../ui/Page.tsx';
import { Count, text } from '../../ui/text.tsx';
import type { IssueView, LinkView } from './api.ts';
import { issueWords as words } from './words.ts';
import styles from './LinkedItems.module.css';

const kinds = [
  { linkType: 'is_blocked_by', title: words.blockedBy },
  { linkType: 'blocks', title: words.blocks },
  { linkType: 'relates_to', title: words.relatesTo },
] as const;

/** What the issue waits for, holds up, or has to do with; nothing where there is nothing. */
export function LinkedItems({ issue, fullPath }: { issue: IssueView; fullPath: string }) {
  const links = present(issue.linkedWorkItems?.nodes);
  if (links.length === 0) return null;
  return (
    <Section title={<FormattedMessage {...words.linked} />} after={<Count value={links.length} />}>
      <div className={styles.box}>
        {kinds.map(({ linkType, title }) => {
          const ofKind = links.filter((link) => link.linkType === linkType);
          if (ofKind.length === 0) return null;
          return [
            <h3 key={`${linkType} title`}>
              <FormattedMessage {...title} />
            </h3>,
            <ul key={linkType}>
              {ofKind.map((link) => (
                <LinkRow key={link.linkId} link={link} fullPath={fullPath} />
              ))}
            </ul>,
          ];
        })}
      </div>
    </Section>
  );
}

function LinkRow({ link, fullPath }: { link: LinkView; fullPath: string }) {
  const item = link.workItem;
  if (!item) return null;
  const isClosed = item.state === 'CLOSED';
  const type = workItemTypes.find((candidate) => candidate === item.workItemType.name.toLowerCase()) ?? 'issue';
  return (
    <li className={styles.row} data-closed={isClosed || undefined}>
      <span className={styles.icon}>
        <WorkItemIcon type={type} state={isClosed ? 'closed' : 'opened'} />
      </span>
      <Link className={`${text.cut} ${text.titleLink}`} to={item.webPath ?? '#'} data-tooltip-cut="">
        {item.title}
      </Link>
      <small>{shortReference(item.reference, fullPath)}</small>
    </li>
  );
}

/** The open items that block an issue. */
export function blockersOf(issue: IssueView): NonNullable<LinkView['workItem']>[] {
  return (issue.linkedWorkItems?.nodes ?? []).flatMap((link) =>
    link?.linkType === 'is_blocked_by' && link.workItem?.state === 'OPEN' ? [link.workItem] : [],
  );
}
