import { useIntl } from 'react-intl';
import { Link } from '../../platform/navigation/Link.tsx';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { text } from '../../ui/text/text.tsx';
import { sidebarMessages } from '../work-items/sidebar/messages.ts';
import { milestonesOf, type OptionOf, type ShownMilestone } from '../work-items/sidebar/options.tsx';
import { PickWidget } from '../work-items/sidebar/PickWidget.tsx';
import { MilestoneDates } from './MilestoneDates.tsx';

export interface MilestoneWidgetProps {
  milestone: (Pick<ShownMilestone, 'id' | 'title'> & Partial<ShownMilestone>) | null | undefined;
  /** Of the item. */
  home: NamespaceRef;
  mayEdit: boolean;
  shortcut?: string;
  onSave(milestone: ShownMilestone | null): Promise<void>;
}

/** The milestone of an item. */
export function MilestoneWidget({ milestone, home, mayEdit, shortcut, onSave }: MilestoneWidgetProps) {
  const { formatMessage } = useIntl();
  return (
    <PickWidget
      name={formatMessage(sidebarMessages.milestone)}
      mayEdit={mayEdit}
      {...(shortcut && { shortcut })}
      empty={formatMessage(sidebarMessages.none)}
      none={formatMessage(sidebarMessages.noMilestone)}
      failed={formatMessage(sidebarMessages.saveFailed)}
      fetchFailed={formatMessage(sidebarMessages.milestonesFailed)}
      chosen={
        milestone ? [{ value: milestone.id, title: milestone.title, detail: milestone.dueDate ?? undefined }] : []
      }
      options={milestonesOf(home)}
      // The values come from this list.
      onSave={([picked]) => onSave(picked ? (picked as OptionOf<ShownMilestone>).shown : null)}
      value={
        milestone?.webPath && (
          <>
            <Link className={text.titleLink} to={milestone.webPath}>
              {milestone.title}
            </Link>
            <small>
              <MilestoneDates startDate={milestone.startDate ?? null} dueDate={milestone.dueDate ?? null} />
            </small>
          </>
        )
      }
    />
  );
}
