import { exclusiveLabels } from '@milepost/core/labels';
import { Layers2 } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { present } from '../../app/graphql.ts';
import { Link } from '../../app/Link.tsx';
import { FieldValues } from '../../modules/custom-fields/FieldValues.tsx';
import { LabelChip } from '../../modules/labels/LabelChip.tsx';
import { MilestoneDates } from '../../modules/milestones/MilestoneDates.tsx';
import { Person } from '../../modules/users/Person.tsx';
import { itemLook, Widget } from '../../modules/work-items/ItemLayout.tsx';
import { DueDateWidget } from '../../modules/work-items/sidebar/DueDateWidget.tsx';
import {
  epicOption,
  epicsOf,
  iterationOption,
  iterationsOf,
  labelOption,
  labelsOf,
  milestoneOption,
  milestonesOf,
  peopleOf,
  personOption,
  type ItemHome,
  type OptionOf,
  type ShownEpic,
  type ShownIteration,
  type ShownLabel,
  type ShownMilestone,
  type ShownPerson,
} from '../../modules/work-items/sidebar/options.tsx';
import { PickWidget } from '../../modules/work-items/sidebar/PickWidget.tsx';
import { useSaveField, type SaveField } from '../../modules/work-items/sidebar/save.ts';
import { WeightWidget } from '../../modules/work-items/sidebar/WeightWidget.tsx';
import { sidebarWords } from '../../modules/work-items/sidebar/words.ts';
import { ConfidentialBadge } from '../../modules/work-items/StateBadge.tsx';
import { Icon } from '../../ui/Icon.tsx';
import type { PickerOption } from '../../ui/Picker.tsx';
import { text } from '../../ui/text.tsx';
import { issueQuery, type IssueView } from './api.ts';
import { HealthWidget } from './HealthWidget.tsx';
import { issueWords as words } from './words.ts';

export interface FactProps {
  issue: IssueView;
  home: ItemHome;
  mayEdit: boolean;
  save: SaveField<IssueView>;
}

/** What the page shows of the options that were picked: they are those this page offered. */
const shownOf = <Shown,>(options: readonly PickerOption[]): Shown[] =>
  options.map((option) => (option as OptionOf<Shown>).shown);

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
      <HealthWidget {...facts} />
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

const none = <FormattedMessage {...sidebarWords.none} />;

function Assignees({ issue, home, mayEdit, save }: FactProps) {
  const { formatMessage } = useIntl();
  const assignees = present(issue.assignees?.nodes);
  return (
    <PickWidget
      name={formatMessage(sidebarWords.assignees)}
      mayEdit={mayEdit}
      empty={none}
      failed={formatMessage(sidebarWords.saveFailed)}
      fetchFailed={formatMessage(sidebarWords.usersFailed)}
      multiple
      chosen={assignees.map(personOption)}
      options={peopleOf(home)}
      onSave={(options) => {
        const nodes = shownOf<ShownPerson>(options);
        return save({ assigneesWidget: { assigneeIds: nodes.map(({ id }) => id) } }, (view) => ({
          ...view,
          assignees: { nodes },
        }));
      }}
      value={
        assignees.length > 0 && (
          <ul className={itemLook.people}>
            {assignees.map((person) => (
              <li key={person.id}>
                <Person person={person} />
              </li>
            ))}
          </ul>
        )
      }
    />
  );
}

function Epic({ issue, home, mayEdit, save }: FactProps) {
  const { formatMessage } = useIntl();
  return (
    <PickWidget
      name={formatMessage(sidebarWords.epic)}
      mayEdit={mayEdit}
      empty={none}
      none={formatMessage(sidebarWords.noEpic)}
      failed={formatMessage(sidebarWords.saveFailed)}
      fetchFailed={formatMessage(sidebarWords.epicsFailed)}
      chosen={issue.epic ? [epicOption({ ...issue.epic, title: issue.epic.title ?? '' })] : []}
      options={epicsOf(home)}
      onSave={(options) => {
        const [epic = null] = shownOf<ShownEpic>(options);
        const parentId = epic && epic.id.replace('/Epic/', '/WorkItem/');
        return save({ hierarchyWidget: { parentId } }, (view) => ({ ...view, epic }));
      }}
      value={
        issue.epic && (
          <Link className={text.titleLink} to={issue.epic.webPath}>
            <Icon of={Layers2} />
            <span className={text.cut} data-tooltip-cut="">
              {issue.epic.title}
            </span>
          </Link>
        )
      }
    />
  );
}

function Labels({ issue, home, mayEdit, save }: FactProps) {
  const { formatMessage } = useIntl();
  const labels = present(issue.labels?.nodes).map(labelOption);
  const change = (options: readonly PickerOption[]): Promise<void> => {
    const nodes = shownOf<ShownLabel>(options).map((label) => ({ description: null, ...label }));
    const without = (these: readonly PickerOption[], those: readonly PickerOption[]) =>
      these.filter(({ value }) => !those.some((each) => each.value === value)).map(({ value }) => value);
    const labelsWidget = { addLabelIds: without(options, labels), removeLabelIds: without(labels, options) };
    return save({ labelsWidget }, (view) => ({ ...view, labels: { nodes } }));
  };
  return (
    <PickWidget
      name={formatMessage(sidebarWords.labels)}
      mayEdit={mayEdit}
      empty={none}
      failed={formatMessage(sidebarWords.saveFailed)}
      fetchFailed={formatMessage(sidebarWords.labelsFailed)}
      multiple
      settle={exclusiveLabels}
      chosen={labels}
      options={labelsOf(home)}
      onSave={change}
      value={
        labels.length > 0 && labels.map((label) => <LabelChip key={label.value} label={label.shown} size="large" />)
      }
    />
  );
}

function Milestone({ issue, home, mayEdit, save }: FactProps) {
  const { formatMessage } = useIntl();
  const { milestone } = issue;
  return (
    <PickWidget
      name={formatMessage(sidebarWords.milestone)}
      mayEdit={mayEdit}
      empty={none}
      none={formatMessage(sidebarWords.noMilestone)}
      failed={formatMessage(sidebarWords.saveFailed)}
      fetchFailed={formatMessage(sidebarWords.milestonesFailed)}
      chosen={milestone ? [milestoneOption(milestone)] : []}
      options={milestonesOf(home)}
      onSave={(options) => {
        const [next = null] = shownOf<ShownMilestone>(options);
        return save({ milestoneWidget: { milestoneId: next?.id ?? null } }, (view) => ({ ...view, milestone: next }));
      }}
      value={
        milestone && (
          <>
            <Link className={text.titleLink} to={milestone.webPath}>
              {milestone.title}
            </Link>
            <small>
              <MilestoneDates startDate={milestone.startDate} dueDate={milestone.dueDate} />
            </small>
          </>
        )
      }
    />
  );
}

function Iteration({ issue, home, mayEdit, save }: FactProps) {
  const { formatMessage } = useIntl();
  const { iteration } = issue;
  return (
    <PickWidget
      name={formatMessage(sidebarWords.iteration)}
      mayEdit={mayEdit}
      empty={none}
      none={formatMessage(sidebarWords.noIteration)}
      failed={formatMessage(sidebarWords.iterationFailed)}
      fetchFailed={formatMessage(sidebarWords.iterationsFailed)}
      chosen={iteration ? [iterationOption(iteration)] : []}
      options={iterationsOf(home)}
      onSave={(options) => {
        const [next = null] = shownOf<ShownIteration>(options);
        return save({ iterationWidget: { iterationId: next?.id ?? null } }, (view) => ({ ...view, iteration: next }));
      }}
      value={
        iteration && (
          <>
            {iteration.title ?? iteration.iterationCadence.title}
            <small>
              <MilestoneDates startDate={iteration.startDate} dueDate={iteration.dueDate} />
            </small>
          </>
        )
      }
    />
  );
}
