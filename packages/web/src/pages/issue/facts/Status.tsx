import { isClosed } from '../../../modules/statuses/messages.ts';
import { StatusWidget } from '../../../modules/statuses/StatusWidget.tsx';
import { typeOf } from '../../../modules/work-items/type-of.ts';
import type { FactProps } from './fact.ts';

/** The status of an issue. */
export function Status({ issue, fullPath, save }: FactProps) {
  return (
    <StatusWidget
      status={issue.status}
      type={typeOf(issue.type)}
      fullPath={fullPath}
      mayEdit={issue.userPermissions.changeStatus}
      onSave={(status) => {
        const state = isClosed(status.category) ? 'closed' : 'opened';
        return save({ statusWidget: { status: String(status.id) } }, (view) => ({ ...view, status, state }), {
          field: 'status',
          item: issue,
        });
      }}
    />
  );
}
