import { numberOfId } from '@milepost/core/global-ids';
import { useQueryClient } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { LabelsWidget } from '../../modules/labels/LabelsWidget.tsx';
import { mergeRequestKey, type RequestProps } from '../../modules/merge-requests/api.ts';
import { changeMergeRequest, type MergeRequestChange } from '../../modules/merge-requests/changes.ts';
import { MilestoneWidget } from '../../modules/milestones/MilestoneWidget.tsx';
import { AssigneesWidget } from '../../modules/work-items/sidebar/AssigneesWidget.tsx';
import { ChangeRefusedError, ConflictError } from '../../platform/api/errors.ts';
import { present } from '../../platform/api/graphql.ts';
import { requestMessages as messages } from './messages.ts';

/** Assignees, reviewers, labels and milestone, each editable in place. */
export function RequestSidebar({ request, fullPath }: RequestProps) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const address = { fullPath, iid: request.iid };
  const home = { kind: 'project', fullPath } as const;
  const mayEdit = request.userPermissions.updateMergeRequest;
  const save = async (change: MergeRequestChange): Promise<void> => {
    try {
      await changeMergeRequest(address, change);
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
      throw new ChangeRefusedError([formatMessage(messages.stale)]);
    } finally {
      await client.invalidateQueries({ queryKey: mergeRequestKey(address) });
    }
  };
  // What the editor began with: the page may be refreshed while it is open.
  const { lockVersion } = request;
  return (
    <>
      <AssigneesWidget
        people={present(request.assignees?.nodes)}
        home={home}
        mayEdit={mayEdit}
        shortcut="a"
        onSave={(people) => save({ assignee_ids: people.map(({ id }) => numberOfId(id)), lock_version: lockVersion })}
      />
      <AssigneesWidget
        name={formatMessage(messages.reviewers)}
        people={present(request.reviewers?.nodes)}
        home={home}
        mayEdit={mayEdit}
        onSave={(people) => save({ reviewer_ids: people.map(({ id }) => numberOfId(id)), lock_version: lockVersion })}
      />
      <LabelsWidget
        namespace={home}
        labels={present(request.labels?.nodes)}
        mayEdit={mayEdit}
        onSave={({ removeLabelIds, addLabelIds }, labels) => {
          const titles = new Map([...present(request.labels?.nodes), ...labels].map(({ id, title }) => [id, title]));
          const named = (ids: readonly string[]): string[] => ids.map((id) => titles.get(id) ?? '').filter(Boolean);
          // Additions and removals: nothing that somebody else set is lost.
          return save({ add_labels: named(addLabelIds), remove_labels: named(removeLabelIds) });
        }}
      />
      <MilestoneWidget
        milestone={request.milestone && { ...request.milestone, startDate: request.milestone.startDate ?? null }}
        home={home}
        mayEdit={mayEdit}
        onSave={(milestone) =>
          save({ milestone_id: milestone ? numberOfId(milestone.id) : 0, lock_version: lockVersion })
        }
      />
    </>
  );
}
