import { present } from '../../app/graphql.ts';
import { Layers2 } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from '../../app/Link.tsx';
import { FieldValues } from '../../modules/custom-fields/FieldValues.tsx';
import { LabelChip } from '../../modules/labels/LabelChip.tsx';
import { MilestoneDates } from '../../modules/milestones/MilestoneDates.tsx';
import { Person } from '../../modules/users/Person.tsx';
import { itemLook, Widget } from '../../modules/work-items/ItemLayout.tsx';
import { ConfidentialBadge, HealthBadge } from '../../modules/work-items/StateBadge.tsx';
import { printDay, readDay } from '../../ui/days.ts';
import { Icon } from '../../ui/Icon.tsx';
import { text } from '../../ui/text.tsx';
import type { IssueView } from './api.ts';
import { issueWords as words } from './words.ts';

/** The facts of an issue. */
export function IssueSidebar({ issue, fullPath }: { issue: IssueView; fullPath: string }) {
  const intl = useIntl();
  const none = <FormattedMessage {...words.none} />;
  const assignees = present(issue.assignees?.nodes);
  const labels = present(issue.labels?.nodes);
  const due = readDay(issue.dueDate);
  return (
    <>
      <Widget name={<FormattedMessage {...words.assignees} />} empty={none}>
        {assignees.length > 0 && (
          <ul className={itemLook.people}>
            {assignees.map((person) => (
              <li key={person.id}>
                <Person person={person} />
              </li>
            ))}
          </ul>
        )}
      </Widget>
      <Widget name={<FormattedMessage {...words.epic} />} empty={none}>
        {issue.epic && (
          <Link className={text.titleLink} to={issue.epic.webPath}>
            <Icon of={Layers2} />
            <span className={text.cut} data-tooltip-cut="">
              {issue.epic.title}
            </span>
          </Link>
        )}
      </Widget>
      <Widget name={<FormattedMessage {...words.labels} />} empty={none}>
        {labels.length > 0 && labels.map((label) => <LabelChip key={label.id} label={label} size="large" />)}
      </Widget>
      <Widget name={<FormattedMessage {...words.milestone} />} empty={none}>
        {issue.milestone && (
          <>
            <Link className={text.titleLink} to={issue.milestone.webPath}>
              {issue.milestone.title}
            </Link>
            <small>
              <MilestoneDates startDate={issue.milestone.startDate} dueDate={issue.milestone.dueDate} />
            </small>
          </>
        )}
      </Widget>
      <Widget name={<FormattedMessage {...words.iteration} />} empty={none}>
        {issue.iteration && (
          <>
            {issue.iteration.title ?? issue.iteration.iterationCadence.title}
            <small>
              <MilestoneDates startDate={issue.iteration.startDate} dueDate={issue.iteration.dueDate} />
            </small>
          </>
        )}
      </Widget>
      <FieldValues place={{ kind: 'issue', fullPath, iid: issue.iid }} />
      <Widget name={<FormattedMessage {...words.health} />} empty={none}>
        {issue.healthStatus && <HealthBadge health={issue.healthStatus} />}
      </Widget>
      <Widget name={<FormattedMessage {...words.weight} />} empty={none}>
        {typeof issue.weight === 'number' && intl.formatNumber(issue.weight)}
      </Widget>
      <Widget name={<FormattedMessage {...words.dueDate} />} empty={none}>
        {due !== null && printDay(intl, due)}
      </Widget>
      <Widget name={<FormattedMessage {...words.confidentiality} />}>
        {issue.confidential ? <ConfidentialBadge /> : <FormattedMessage {...words.notConfidential} />}
      </Widget>
    </>
  );
}
