import { session } from '../../../platform/session/session.ts';
import { ConfidentialityWidget } from '../../../modules/work-items/sidebar/ConfidentialityWidget.tsx';
import { LockWidget } from '../../../modules/work-items/sidebar/LockWidget.tsx';
import { typeOf } from '../../../modules/work-items/type-of.ts';
import { changeConfidentiality, changeLock, issueQuery, type IssueView } from '../data/api.ts';
import type { FactProps } from './fact.ts';
import { useFactRefresh } from './refresh.ts';
import { useQueryClient } from '@tanstack/react-query';

/** Whether only members with sufficient access see it: for issues and incidents. */
export function Confidentiality({ issue, fullPath, mayEdit }: FactProps) {
  const refresh = useFactRefresh({ fullPath, iid: issue.iid });
  const keep = usePatchIssue(fullPath, issue.iid);
  const type = typeOf(issue.type);
  return (
    <ConfidentialityWidget
      type={type}
      confidential={issue.confidential}
      isParentConfidential={false}
      mayEdit={mayEdit && issue.userPermissions.updateIssue && type !== 'task'}
      refresh={refresh.confidentiality}
      onSave={async (confidential) =>
        keep({ confidential: await changeConfidentiality(fullPath, issue.iid, confidential) })
      }
    />
  );
}

/** Whether only members may comment: for issues. */
export function Lock({ issue, fullPath, mayEdit }: FactProps) {
  const keep = usePatchIssue(fullPath, issue.iid);
  const isIssue = typeOf(issue.type) === 'issue';
  if (!isIssue && !issue.discussionLocked) return null;
  return (
    <LockWidget
      isLocked={issue.discussionLocked}
      mayEdit={mayEdit && issue.userPermissions.updateIssue && isIssue && session().viewer !== null}
      onSave={async (locked) => keep({ discussionLocked: await changeLock(fullPath, issue.iid, locked) })}
    />
  );
}

/** Shows the value of a field from the server's response. */
function usePatchIssue(fullPath: string, iid: string): (fact: Partial<IssueView>) => void {
  const client = useQueryClient();
  return (fact) => {
    client.setQueryData(issueQuery(fullPath, iid).queryKey, (now) => now && { ...now, ...fact });
    void client.invalidateQueries({ queryKey: ['activity'] });
  };
}
