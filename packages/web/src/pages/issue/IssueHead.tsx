import { useRef } from 'react';
import { useIntl } from 'react-intl';
import { Link } from '../../platform/navigation/Link.tsx';
import { ItemHead, Tasks } from '../../modules/work-items/ItemLayout.tsx';
import { PinnedLinks } from '../../modules/work-items/PinnedLinks.tsx';
import { preloaded } from '../../platform/loading/preloaded.tsx';
import { BlockedBadge, MarkBadges, StateBadge } from '../../modules/work-items/StateBadge.tsx';
import type { StateChange } from '../../modules/work-items/state-change.ts';
import type { IssueView } from './data/api.ts';
import { IssueActions } from './IssueActions.tsx';
import { typeOf } from '../../modules/work-items/type-of.ts';
import { useIssueChanges } from './use-issue-changes.ts';
import { issueMessages as messages } from './messages.ts';

/** Types with a sticky header because their pages are long; a task is short. */
const stickyTypes: ReadonlySet<string> = new Set(['issue', 'incident', 'epic']);

/** The issue's title, badges and actions. */
// Shown once the title was scrolled away.
const StickyHead = preloaded(async () => (await import('../../modules/work-items/StickyHead.tsx')).StickyHead);

export function IssueHead({
  issue,
  fullPath,
  change,
  onEdit,
}: {
  issue: IssueView;
  fullPath: string;
  change: StateChange;
  onEdit(): void;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const type = typeOf(issue.type);
  const badges = <Badges issue={issue} />;
  const changes = useIssueChanges(issue, fullPath);
  return (
    <>
      {stickyTypes.has(type) && <StickyHead heading={heading} title={issue.title} badges={badges} />}
      <ItemHead
        heading={heading}
        title={issue.title}
        createdAt={issue.createdAt}
        author={issue.author}
        externalAuthor={issue.externalAuthor}
        isFirstContribution={issue.firstContribution}
        pinned={<PinnedLinks publishedUrl={issue.publishedIncidentUrl} meetingUrl={issue.zoomMeetingUrl} />}
        actions={<IssueActions issue={issue} fullPath={fullPath} change={change} changes={changes} onEdit={onEdit} />}
        failure={changes.failure ?? change.failure}
        badges={badges}
      >
        <Tasks status={issue.taskCompletionStatus} />
      </ItemHead>
    </>
  );
}

function Badges({ issue }: { issue: IssueView }) {
  const state = issue.state === 'closed' ? 'closed' : 'opened';
  const type = typeOf(issue.type);
  return (
    <>
      <StateBadge state={state} type={type} hasTypeIcon={type !== 'issue'} />
      {state === 'closed' && <ClosedAs issue={issue} />}
      {issue.blocked && state === 'opened' && <BlockedBadge />}
      <MarkBadges item={issue} />
    </>
  );
}

/** The issue that continues a closed one, if the viewer may see it. */
function ClosedAs({ issue }: { issue: IssueView }) {
  const { formatMessage } = useIntl();
  const [to, label] = issue.closedAsDuplicateOf
    ? [issue.closedAsDuplicateOf.webPath, messages.duplicated]
    : issue.movedTo
      ? [issue.movedTo.webPath, messages.moved]
      : issue.promotedToEpic
        ? [issue.promotedToEpic.webPath, messages.promoted]
        : [null, null];
  if (to === null || label === null) return null;
  return (
    <span>
      (<Link to={to}>{formatMessage(label)}</Link>)
    </span>
  );
}
