import { CircleDashed, GitMerge, GitPullRequest, GitPullRequestClosed } from 'lucide-react';
import { FormattedMessage } from 'react-intl';
import { Badge } from '../../ui/text/Badge.tsx';
import { forgeNames, mergeRequestMessages as messages } from './messages.ts';

/** The state of a merge request, whether it is a draft, and the forge that it came from. */
export function RequestBadges({
  request: { state, draft, origin },
}: {
  request: { state: string; draft: boolean; origin?: { forge: string } | null };
}) {
  const isOpen = state === 'opened';
  return (
    <>
      {state === 'merged' ? (
        <Badge tone="info" icon={GitMerge}>
          <FormattedMessage {...messages.merged} />
        </Badge>
      ) : (
        <Badge tone={isOpen ? 'success' : 'danger'} icon={isOpen ? GitPullRequest : GitPullRequestClosed}>
          <FormattedMessage {...(isOpen ? messages.opened : messages.closed)} />
        </Badge>
      )}
      {draft && isOpen && (
        <Badge icon={CircleDashed}>
          <FormattedMessage {...messages.draft} />
        </Badge>
      )}
      {origin && (
        <Badge>
          <FormattedMessage {...messages.on} values={{ forge: forgeNames[origin.forge] ?? origin.forge }} />
        </Badge>
      )}
    </>
  );
}
