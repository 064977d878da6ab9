import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Plus, Rocket } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import {
  environmentsKey,
  environmentsPages,
  type EnvironmentView,
  type WaitingView,
  waitingQuery,
} from '../../modules/deployments/api.ts';
import { useFreshOnChange } from '../../platform/live/live.ts';
import { NotFoundError } from '../../platform/api/errors.ts';
import { Failure } from '../../platform/loading/Failure.tsx';
import { MorePages } from '../../platform/loading/MorePages.tsx';
import { SkeletonView } from '../../platform/loading/SkeletonView.tsx';
import type { PageProps } from '../../platform/navigation/page-props.ts';
import { usePageSearch } from '../../platform/navigation/page-search.ts';
import { useTitle } from '../../platform/navigation/title.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { EmptyState } from '../../ui/feedback/Alert.tsx';
import { Tabs } from '../../ui/list/Tabs.tsx';
import { PageBody, PageHead } from '../../ui/page/Page.tsx';
import { DecisionDialog } from './DecisionDialog.tsx';
import { Deployments } from './Deployments.tsx';
import { EnvironmentCard, WaitingCard } from './EnvironmentCard.tsx';
import { EnvironmentForm } from './EnvironmentForm.tsx';
import styles from './environments.module.css';
import { environmentMessages as messages } from './messages.ts';
import type { Decision } from './Waiting.tsx';

/** The environments of a project with their current deployments and pending approvals. */
export function EnvironmentsPage({ address: { fullPath } }: PageProps<'environments'>) {
  const { formatMessage } = useIntl();
  useTitle(formatMessage(messages.title), fullPath);
  const [{ tab }, change] = usePageSearch('environments');
  const [isCreating, setCreating] = useState(false);
  // Held here, because the deployment may be decided while the dialog is open.
  const [decision, setDecision] = useState<Decision | null>(null);
  const query = useInfiniteQuery(environmentsPages(fullPath, tab === 'stopped' ? 'stopped' : 'active'));
  const waiting = useQuery(waitingQuery(fullPath));
  useFreshOnChange({ kind: 'project', fullPath }, ({ all }) => (all ? [environmentsKey(fullPath)] : []));
  const first = query.data?.pages[0]?.project;
  if (query.data && !first?.environments) return <Failure error={new NotFoundError()} />;
  const blocked = (waiting.data?.project?.deployments?.nodes ?? []).filter((each) => each !== null);
  const forViewer = blocked.filter(({ userPermissions }) => userPermissions.approveDeployment);
  const counts = first?.environmentCounts;
  const create = first?.userPermissions.createEnvironment && (
    <Button kind="primary" icon={Plus} aria-haspopup="dialog" onClick={() => setCreating(true)}>
      <FormattedMessage {...messages.new} />
    </Button>
  );
  const isEmpty = counts?.active === 0 && counts.stopped === 0;
  return (
    <PageBody>
      <PageHead title={<FormattedMessage {...messages.title} />} actions={first && !isEmpty && create} />
      <div className={styles.gap} />
      <Tabs
        label={formatMessage(messages.states)}
        tabs={[
          { value: 'active', label: formatMessage(messages.active), count: counts?.active },
          { value: 'stopped', label: formatMessage(messages.stopped), count: counts?.stopped },
          { value: 'waiting', label: formatMessage(messages.waiting), count: waiting.data && forViewer.length },
        ]}
        value={tab}
        onChange={(next) => change({ tab: next })}
      >
        {tab === 'waiting' ? (
          <SkeletonView query={waiting}>
            {() =>
              forViewer.length === 0 ? (
                <EmptyState icon={Rocket} title={<FormattedMessage {...messages.noneWaiting} />} />
              ) : (
                <div className={styles.environments}>
                  {forViewer.map((deployment) => (
                    <WaitingCard key={deployment.id} deployment={deployment} onDecide={setDecision} />
                  ))}
                </div>
              )
            }
          </SkeletonView>
        ) : (
          <SkeletonView query={query}>
            {({ pages }) => (
              <Environments
                environments={pages
                  .flatMap(({ project }) => project?.environments?.nodes ?? [])
                  .filter((each) => each !== null)}
                blocked={blocked}
                fullPath={fullPath}
                onDecide={setDecision}
                mayChange={first?.userPermissions.createEnvironment ?? false}
                mayDelete={first?.userPermissions.destroyEnvironment ?? false}
                empty={
                  tab === 'stopped' ? (
                    <EmptyState icon={Rocket} title={<FormattedMessage {...messages.noneStopped} />} />
                  ) : (
                    <EmptyState
                      icon={Rocket}
                      title={<FormattedMessage {...messages.none} />}
                      actions={isEmpty && create}
                    >
                      <FormattedMessage {...messages.noneWhy} />
                    </EmptyState>
                  )
                }
              />
            )}
          </SkeletonView>
        )}
        {tab !== 'waiting' && <MorePages query={query} />}
      </Tabs>
      {tab === 'active' && first && !isEmpty && <Deployments fullPath={fullPath} />}
      {decision && <DecisionDialog {...decision} fullPath={fullPath} onClose={() => setDecision(null)} />}
      {isCreating && <EnvironmentForm fullPath={fullPath} onClose={() => setCreating(false)} />}
    </PageBody>
  );
}

interface EnvironmentsProps {
  environments: readonly EnvironmentView[];
  blocked: readonly WaitingView[];
  fullPath: string;
  mayChange: boolean;
  mayDelete: boolean;
  onDecide(decision: Decision): void;
  empty: ReactNode;
}

function Environments({ environments, blocked, empty, ...rest }: EnvironmentsProps) {
  if (environments.length === 0) return empty;
  return (
    <div className={styles.environments}>
      {environments.map((environment) => (
        <EnvironmentCard
          key={environment.id}
          environment={environment}
          waiting={blocked.filter((each) => each.environment?.id === environment.id)}
          {...rest}
        />
      ))}
    </div>
  );
}
