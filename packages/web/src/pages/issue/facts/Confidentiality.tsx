import { session } from '../../../platform/session/session.ts';
import { ConfidentialityWidget } from '../../../modules/work-items/sidebar/ConfidentialityWidget.tsx';
import { LockWidget } from '../../../modules/work-items/sidebar/LockWidget.tsx';
import { typeOf } from '../../../modules/work-items/type-of.ts';
import { useSaveAndShow } from '../../../modules/work-items/use-save-and-show.ts';
import { changeConfidentiality, changeLock, issueQuery, type IssueView } from '../data/api.ts';
import type { FactProps } from './fact.ts';
import { useFactRefresh } from './refresh.ts';

/** Whether only members with sufficient access see it: for issues and incidents. */
export function Confidentiality({ issue, fullPath, mayEdit }: FactProps) {
  const { iid } = issue;
  const refresh = useFactRefresh({ fullPath, iid });
  const save = useSaveAndShow<IssueView>(issueQuery(fullPath, iid).queryKey);
  const type = typeOf(issue.type);
  return (
    <ConfidentialityWidget
      type={type}
      confidential={issue.confidential}
      isParentConfidential={false}
      mayEdit={mayEdit && issue.userPermissions.updateIssue && type !== 'task'}
      refresh={refresh.confidentiality}
      onSave={async (wanted) =>
        void (await save(async () => ({ confidential: await changeConfidentiality(fullPath, iid, wanted) })))
      }
    />
  );
}

/** Whether only members may comment: for issues. */
export function Lock({ issue, fullPath, mayEdit }: FactProps) {
  const { iid } = issue;
  const save = useSaveAndShow<IssueView>(issueQuery(fullPath, iid).queryKey);
  const isIssue = typeOf(issue.type) === 'issue';
  if (!isIssue && !issue.discussionLocked) return null;
  return (
    <LockWidget
      isLocked={issue.discussionLocked}
      mayEdit={mayEdit && issue.userPermissions.updateIssue && isIssue && session().viewer !== null}
      onSave={async (wanted) =>
        void (await save(async () => ({ discussionLocked: await changeLock(fullPath, iid, wanted) })))
      }
    />
  );
}
