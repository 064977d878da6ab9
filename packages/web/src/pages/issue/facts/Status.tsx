import { StatusWidget } from '../../../modules/statuses/StatusWidget.tsx';
import { typeOf } from '../../../modules/work-items/type-of.ts';
import { session } from '../../../platform/session/session.ts';
import { present } from '../../../platform/api/graphql.ts';
import type { FactProps } from './fact.tsx';

/** The status of an issue, which its author and its assignees may change too. */
export function Status({ issue, fullPath, save }: FactProps) {
  const viewer = session().viewer?.username;
  const isAssigned = present(issue.assignees?.nodes).some(({ username }) => username === viewer);
  return (
    <StatusWidget
      status={issue.status}
      type={typeOf(issue.type)}
      fullPath={fullPath}
      mayEdit={issue.userPermissions.updateIssue || isAssigned}
      onSave={(status) => {
        const isClosed = status.category === 'DONE' || status.category === 'CANCELED';
        return save({ statusWidget: { status: String(status.id) } }, (view) => ({
          ...view,
          status,
          state: isClosed ? 'closed' : 'opened',
        }));
      }}
    />
  );
}
