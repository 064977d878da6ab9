import { useIntl } from 'react-intl';
import { Link } from '../../../platform/navigation/Link.tsx';
import { MilestoneDates } from '../../../modules/milestones/MilestoneDates.tsx';
import { milestoneOption, milestonesOf, type ShownMilestone } from '../../../modules/work-items/sidebar/options.tsx';
import { PickWidget } from '../../../modules/work-items/sidebar/PickWidget.tsx';
import { sidebarMessages } from '../../../modules/work-items/sidebar/messages.ts';
import { text } from '../../../ui/text/text.tsx';
import { none, shownOf, type FactProps } from './fact.tsx';

/** The milestone. */
export function Milestone({ issue, home, mayEdit, save }: FactProps) {
  const { formatMessage } = useIntl();
  const { milestone } = issue;
  return (
    <PickWidget
      name={formatMessage(sidebarMessages.milestone)}
      mayEdit={mayEdit}
      shortcut="m"
      empty={none}
      none={formatMessage(sidebarMessages.noMilestone)}
      failed={formatMessage(sidebarMessages.saveFailed)}
      fetchFailed={formatMessage(sidebarMessages.milestonesFailed)}
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
