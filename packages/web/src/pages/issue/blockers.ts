import type { IssueView, LinkView } from './data/api.ts';

/** The open items that block an issue. */
export function blockersOf(issue: IssueView): NonNullable<LinkView['workItem']>[] {
  return (issue.linkedWorkItems?.nodes ?? []).flatMap((link) =>
    link?.linkType === 'is_blocked_by' && link.workItem?.state === 'OPEN' ? [link.workItem] : [],
  );
}
