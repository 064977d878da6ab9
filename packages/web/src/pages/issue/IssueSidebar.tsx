import { FormattedMessage } from 'react-intl';
import { FieldValues } from '../../modules/custom-fields/FieldValues.tsx';
import { Widget } from '../../modules/work-items/ItemLayout.tsx';
import { DueDateWidget } from '../../modules/work-items/sidebar/DueDateWidget.tsx';
import { useSaveField } from '../../modules/work-items/sidebar/save.ts';
import { WeightWidget } from '../../modules/work-items/sidebar/WeightWidget.tsx';
import { ConfidentialBadge } from '../../modules/work-items/StateBadge.tsx';
import { issueQuery, type IssueView } from './api.ts';
import { Assignees } from './facts/Assignees.tsx';
import { Epic } from './facts/Epic.tsx';
import type { FactProps } from './facts/fact.tsx';
import { Health } from './facts/Health.tsx';
import { Iteration } from './facts/Iteration.tsx';
import { Labels } from './facts/Labels.tsx';
import { Milestone } from './facts/Milestone.tsx';
import { issueWords as words } from './words.ts';

/** The facts of an issue, each changed in place by whoever may plan here. */
export function IssueSidebar({ issue, fullPath }: { issue: IssueView; fullPath: string }) {
  const save = useSaveField<IssueView>(issue.id, issueQuery(fullPath, issue.iid).queryKey);
  const mayEdit = issue.userPermissions.adminIssue;
  const facts: FactProps = { issue, home: { kind: 'project', fullPath }, mayEdit, save };
  return (
    <>
      <Assignees {...facts} />
      <Epic {...facts} />
      <Labels {...facts} />
      <Milestone {...facts} />
      <Iteration {...facts} />
      <FieldValues place={{ kind: 'issue', fullPath, iid: issue.iid }} />
      <Health {...facts} />
      <WeightWidget
        weight={issue.weight}
        mayEdit={mayEdit}
        onSave={(weight) => save({ weightWidget: { weight } }, (view) => ({ ...view, weight }))}
      />
      <DueDateWidget
        dueDate={issue.dueDate}
        mayEdit={mayEdit}
        onSave={(dueDate) => save({ startAndDueDateWidget: { dueDate } }, (view) => ({ ...view, dueDate }))}
      />
      <Widget name={<FormattedMessage {...words.confidentiality} />}>
        {issue.confidential ? <ConfidentialBadge /> : <FormattedMessage {...words.notConfidential} />}
      </Widget>
    </>
  );
}
