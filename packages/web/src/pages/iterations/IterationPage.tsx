import { digitsOf } from '@milepost/core/global-ids';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, ArrowRight, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { ConfirmDialog } from '../../platform/forms/ConfirmDialog.tsx';
import { useFreshOnChange } from '../../platform/live/live.ts';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { Link } from '../../platform/navigation/Link.tsx';
import { goTo } from '../../platform/navigation/navigation.ts';
import type { PageProps } from '../../platform/navigation/page-props.ts';
import { useTitle } from '../../platform/navigation/title.tsx';
import {
  groupPathOf,
  iterationQuery,
  type IterationView,
  type ListedIteration,
  neighborsQuery,
} from '../../modules/iterations/api.ts';
import { deleteIteration } from '../../modules/iterations/changes.ts';
import { IterationForm } from '../../modules/iterations/IterationForm.tsx';
import { iterationMessages as messages } from '../../modules/iterations/messages.ts';
import { MilestoneDates } from '../../modules/milestones/MilestoneDates.tsx';
import { BurnCharts } from '../../modules/milestones/timebox/BurnCharts.tsx';
import { timeboxIssues } from '../../modules/milestones/timebox/issues.ts';
import { TimeboxIssues } from '../../modules/milestones/timebox/TimeboxIssues.tsx';
import { TimeboxSummary } from '../../modules/milestones/timebox/TimeboxSummary.tsx';
import { useNamespaceAccess } from '../../modules/namespaces/permissions.ts';
import { Description } from '../../modules/work-items/ItemLayout.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { Icon } from '../../ui/button/Icon.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { PageBody, PageHead } from '../../ui/page/Page.tsx';
import { text } from '../../ui/text/text.tsx';
import { iterationTitle } from '../../ui/field/iteration-title.ts';
import { iterationAddress, IterationBadge } from './IterationsPage.tsx';

/** One iteration: dates, progress, charts and issues, of the group or project it is opened in. */
export function IterationPage({
  address,
}: PageProps<'groupIteration' | 'groupInheritedIteration' | 'projectInheritedIteration'>) {
  const { page, fullPath, iid } = address;
  const namespace: NamespaceRef = { kind: page === 'projectInheritedIteration' ? 'project' : 'group', fullPath };
  const query = useQuery(iterationQuery(namespace, page === 'groupIteration' ? { iid } : { id: iid }));
  useTitle(query.data ? iterationTitle(query.data) : iid, fullPath);
  useFreshOnChange(namespace, ({ all, items, removed, labels }) =>
    all || items.length + removed.length + labels.length > 0
      ? [
          ['iteration', namespace.kind, fullPath],
          ['timebox-issues', 'iteration', fullPath],
        ]
      : [],
  );
  return (
    <PageBody>
      <QueryView query={query}>{(iteration) => <Iteration iteration={iteration} namespace={namespace} />}</QueryView>
    </PageBody>
  );
}

interface IterationProps {
  iteration: IterationView;
  namespace: NamespaceRef;
}

function Iteration({ iteration, namespace }: IterationProps) {
  const { kind, fullPath } = namespace;
  const id = digitsOf(iteration.id);
  const issues = useQuery(
    timeboxIssues(['iteration', fullPath, id], `/${kind}s/${encodeURIComponent(fullPath)}/issues`, {
      iteration_id: id,
    }),
  );
  const neighbors = useQuery(neighborsQuery(iteration)).data ?? [];
  const at = neighbors.findIndex((each) => each.id === iteration.id);
  const { startDate, dueDate, report, iterationCadence: cadence } = iteration;
  const hasNext = neighbors.some(({ state }) => state !== 'closed');
  const hasOpen = (report?.stats?.total?.count ?? 0) > (report?.stats?.complete?.count ?? 0);
  return (
    <>
      <PageHead
        title={iterationTitle(iteration)}
        after={<IterationBadge state={iteration.state} />}
        actions={<Actions iteration={iteration} />}
      />
      <p className={text.quiet} style={{ marginTop: 4 }}>
        {cadence.title} · <MilestoneDates startDate={startDate} dueDate={dueDate} />
        {cadence.automatic && (
          <>
            {' · '}
            <FormattedMessage {...messages.datesByCadence} />
          </>
        )}
      </p>
      <nav style={{ display: 'flex', flexWrap: 'wrap', gap: 16, marginTop: 8 }}>
        <Neighbor iteration={at > 0 ? neighbors[at - 1] : undefined} namespace={namespace} isNext={false} />
        <Neighbor iteration={at === -1 ? undefined : neighbors[at + 1]} namespace={namespace} isNext />
      </nav>
      {cadence.rollOver && iteration.state === 'closed' && at !== -1 && !hasNext && hasOpen && (
        <div style={{ marginTop: 16 }}>
          <Alert tone="warning">
            <FormattedMessage {...messages.noNext} />
          </Alert>
        </div>
      )}
      <TimeboxSummary report={report} />
      <Description html={iteration.descriptionHtml} />
      <BurnCharts report={report} startDate={startDate} dueDate={dueDate} />
      <TimeboxIssues query={issues} />
    </>
  );
}

interface NeighborProps {
  iteration: ListedIteration | undefined;
  namespace: NamespaceRef;
  isNext: boolean;
}

function Neighbor({ iteration, namespace, isNext }: NeighborProps) {
  if (!iteration) return null;
  return (
    <Link className={text.link} to={iterationAddress(namespace, iteration)}>
      <Icon of={isNext ? ArrowRight : ArrowLeft} size={14} />{' '}
      <FormattedMessage
        {...(isNext ? messages.next : messages.previous)}
        values={{ title: iterationTitle(iteration) }}
      />
    </Link>
  );
}

function Actions({ iteration }: { iteration: IterationView }) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const [dialog, setDialog] = useState<'edit' | 'delete' | null>(null);
  const groupPath = groupPathOf(iteration);
  const may = useNamespaceAccess({ kind: 'group', fullPath: groupPath });
  if (!may.adminIteration) return null;
  const { iterationCadence: cadence } = iteration;
  const isDeletable = !cadence.automatic || iteration.state === 'upcoming';
  return (
    <>
      <Button icon={Pencil} onClick={() => setDialog('edit')}>
        {formatMessage(messages.edit)}
      </Button>
      {isDeletable && (
        <Button icon={Trash2} onClick={() => setDialog('delete')}>
          {formatMessage(messages.delete)}
        </Button>
      )}
      {dialog === 'edit' && (
        <IterationForm groupPath={groupPath} cadence={cadence} iteration={iteration} onClose={() => setDialog(null)} />
      )}
      {dialog === 'delete' && (
        <ConfirmDialog
          title={formatMessage(messages.deleteAsk, { title: iterationTitle(iteration) })}
          confirm={formatMessage(messages.deleteIteration)}
          failed={formatMessage(messages.failed)}
          onClose={() => setDialog(null)}
          perform={async () => {
            await deleteIteration(iteration);
            await client.invalidateQueries({ queryKey: ['iterations'] });
            goTo({ page: 'groupIterations', fullPath: groupPath });
          }}
        >
          {formatMessage(messages.deleteMeans)}
        </ConfirmDialog>
      )}
    </>
  );
}
