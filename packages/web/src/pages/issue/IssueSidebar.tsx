import { useFeature } from '../../platform/session/features.ts';
import { FieldValues } from '../../modules/custom-fields/FieldValues.tsx';
import { NotificationsWidget } from '../../modules/subscriptions/NotificationsWidget.tsx';
import { ParticipantsWidget } from '../../modules/subscriptions/ParticipantsWidget.tsx';
import { TimeTrackingWidget } from '../../modules/time-tracking/TimeTrackingWidget.tsx';
import { TodoWidget } from '../../modules/todos/TodoWidget.tsx';
import { DueDateWidget } from '../../modules/work-items/sidebar/DueDateWidget.tsx';
import { ReferenceWidget } from '../../modules/work-items/sidebar/ReferenceWidget.tsx';
import { useSaveField } from '../../modules/work-items/sidebar/save.ts';
import { WeightWidget } from '../../modules/work-items/sidebar/WeightWidget.tsx';
import { issueQuery, type IssueView } from './data/api.ts';
import { Confidentiality, Lock } from './facts/Confidentiality.tsx';
import type { FactProps } from './facts/fact.ts';
import { Assignees, Epic, Health, Iteration, Labels, Milestone, Status } from './facts/item-facts.tsx';
import { Links } from './facts/Links.tsx';
import { Severity } from './facts/Severity.tsx';

/** The fields of an issue, each editable in place by planners. */
export function IssueSidebar({ issue, fullPath }: { issue: IssueView; fullPath: string }) {
  const save = useSaveField<IssueView>(issue.id, issueQuery(fullPath, issue.iid).queryKey);
  const mayEdit = issue.userPermissions.adminIssue;
  const facts: FactProps = { issue, fullPath, home: { kind: 'project', fullPath }, mayEdit, save };
  const hasStatuses = useFeature('statuses');
  const hasHealth = useFeature('health_status');
  const hasIterations = useFeature('iterations');
  const itemAddress = { kind: 'issue', fullPath, iid: issue.iid } as const;
  return (
    <>
      <TodoWidget itemAddress={itemAddress} />
      {hasStatuses && <Status {...facts} />}
      <Assignees {...facts} />
      <Epic {...facts} />
      <Labels {...facts} />
      <Milestone {...facts} />
      {hasIterations && <Iteration {...facts} />}
      <FieldValues itemAddress={itemAddress} />
      <Severity {...facts} />
      {hasHealth && <Health {...facts} />}
      <WeightWidget
        weight={issue.weight}
        mayEdit={mayEdit}
        onSave={(weight) =>
          save({ weightWidget: { weight } }, (view) => ({ ...view, weight }), { field: 'weight', item: issue })
        }
      />
      <DueDateWidget
        dueDate={issue.dueDate}
        mayEdit={mayEdit}
        onSave={(dueDate) =>
          save({ startAndDueDateWidget: { dueDate } }, (view) => ({ ...view, dueDate }), {
            field: 'dueDate',
            item: issue,
          })
        }
      />
      <TimeTrackingWidget issue={{ id: issue.id, fullPath, iid: issue.iid }} mayEdit={mayEdit} />
      <Confidentiality {...facts} />
      <Lock {...facts} />
      <Links {...facts} />
      <ReferenceWidget fullPath={fullPath} iid={issue.iid} />
      <NotificationsWidget itemAddress={itemAddress} />
      <ParticipantsWidget itemAddress={itemAddress} />
    </>
  );
}
