import { useQuery } from '@tanstack/react-query';
import { CircleCheck, FlagTriangleRight, Pencil, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { useFreshOnChange } from '../../platform/live/live.ts';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { goTo } from '../../platform/navigation/navigation.ts';
import type { PageProps } from '../../platform/navigation/page-props.ts';
import { useTitle } from '../../platform/navigation/title.tsx';
import { idOf, ownerOf } from '../../modules/milestones/api.ts';
import { MilestoneActions, useMilestoneState } from '../../modules/milestones/MilestoneActions.tsx';
import { MilestoneDates } from '../../modules/milestones/MilestoneDates.tsx';
import { MilestoneForm } from '../../modules/milestones/MilestoneForm.tsx';
import { milestoneMessages as messages } from '../../modules/milestones/messages.ts';
import { BurnCharts } from '../../modules/milestones/timebox/BurnCharts.tsx';
import { timeboxIssues } from '../../modules/milestones/timebox/issues.ts';
import { TimeboxIssues } from '../../modules/milestones/timebox/TimeboxIssues.tsx';
import { TimeboxSummary } from '../../modules/milestones/timebox/TimeboxSummary.tsx';
import { ForecastCard } from '../../modules/roadmaps/forecast/ForecastCard.tsx';
import { Description } from '../../modules/work-items/ItemLayout.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { PageBody, PageHead } from '../../ui/page/Page.tsx';
import { Badge } from '../../ui/text/Badge.tsx';
import { text } from '../../ui/text/text.tsx';
import { milestoneQuery, type MilestoneView } from './api.ts';

/** One milestone: its dates, progress, charts and issues. */
export function MilestonePage({ address }: PageProps<'groupMilestone' | 'projectMilestone'>) {
  const { fullPath, iid } = address;
  const kind = address.page === 'groupMilestone' ? 'group' : 'project';
  const query = useQuery(milestoneQuery(kind, fullPath, iid));
  useTitle(query.data?.title ?? `%${iid}`, fullPath);
  useFreshOnChange({ kind, fullPath }, ({ all, items, removed, labels, milestones }) =>
    all || items.length + removed.length + labels.length + milestones.length > 0
      ? [
          ['milestone', kind, fullPath, iid],
          ['timebox-issues', 'milestone', kind, fullPath],
        ]
      : [],
  );
  return (
    <PageBody>
      <QueryView query={query}>{(milestone) => <Milestone milestone={milestone} />}</QueryView>
    </PageBody>
  );
}

function Milestone({ milestone }: { milestone: MilestoneView }) {
  const owner = ownerOf(milestone);
  const { kind, fullPath } = owner;
  const id = idOf(milestone);
  const issues = useQuery(
    timeboxIssues(
      ['milestone', kind, fullPath, id],
      `/${kind}s/${encodeURIComponent(fullPath)}/milestones/${id}/issues`,
    ),
  );
  const report = milestone.report ?? null;
  return (
    <>
      <PageHead
        title={milestone.title}
        after={<StateBadge milestone={milestone} />}
        actions={<Actions milestone={milestone} owner={owner} />}
      />
      <p className={text.quiet} style={{ marginTop: 4 }}>
        <MilestoneDates startDate={milestone.startDate} dueDate={milestone.dueDate} />
      </p>
      <TimeboxSummary report={report} />
      <Description html={milestone.descriptionHtml} />
      <BurnCharts report={report} startDate={milestone.startDate} dueDate={milestone.dueDate} />
      <ForecastCard item={{ kind: 'milestone', id: milestone.id }} />
      <TimeboxIssues query={issues} />
    </>
  );
}

function Actions({ milestone, owner }: { milestone: MilestoneView; owner: NamespaceRef }) {
  const { formatMessage } = useIntl();
  const [isEditing, setEditing] = useState(false);
  const { isBusy, isOpen, toggle } = useMilestoneState(milestone);
  if (!milestone.userPermissions.adminMilestone) return null;
  return (
    <>
      <Button icon={Pencil} onClick={() => setEditing(true)}>
        {formatMessage(messages.edit)}
      </Button>
      <Button busy={isBusy} onClick={() => void toggle()}>
        {formatMessage(isOpen ? messages.close : messages.reopen)}
      </Button>
      <MilestoneActions
        milestone={milestone}
        onGone={(iid) => {
          const parent = { kind: 'group', fullPath: owner.fullPath.slice(0, owner.fullPath.lastIndexOf('/')) } as const;
          if (iid !== null) goTo({ page: 'groupMilestone', fullPath: parent.fullPath, iid: String(iid) });
          else
            goTo({
              page: owner.kind === 'group' ? 'groupMilestones' : 'projectMilestones',
              fullPath: owner.fullPath,
            });
        }}
      />
      {isEditing && <MilestoneForm namespace={owner} milestone={milestone} onClose={() => setEditing(false)} />}
    </>
  );
}

function StateBadge({ milestone }: { milestone: MilestoneView }) {
  if (milestone.state === 'closed') {
    return (
      <Badge tone="info" icon={CircleCheck}>
        <FormattedMessage {...messages.closedState} />
      </Badge>
    );
  }
  return (
    <Badge
      tone={milestone.expired ? 'warning' : 'success'}
      icon={milestone.expired ? TriangleAlert : FlagTriangleRight}
    >
      <FormattedMessage {...(milestone.expired ? messages.overdue : messages.open)} />
    </Badge>
  );
}
