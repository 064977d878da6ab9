import { type DayRange, intervalOfCharts } from '@milepost/core/dates/analytics';
import { formatDay, utcDayOf } from '@milepost/core/days';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { FilterBar } from '../../filter-bar/FilterBar.tsx';
import { addressOfTokens, filterOf, rangeOf, tokensOf } from '../../modules/analytics/address.ts';
import {
  type AnalyticsFilter,
  deploymentsQuery,
  issueActivityQuery,
  issueCompletionQuery,
  requestAgesQuery,
} from '../../modules/analytics/api.ts';
import { analyticsKinds, analyticsParts } from '../../modules/analytics/filter.ts';
import { namespaceQuery } from '../../modules/namespaces/summary.ts';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { NotFoundError } from '../../platform/api/errors.ts';
import { Failure } from '../../platform/loading/Failure.tsx';
import type { PageProps } from '../../platform/navigation/page-props.ts';
import { useTitle } from '../../platform/navigation/title.tsx';
import { useSearchParameters } from '../../platform/navigation/use-search.ts';
import { printSpan } from '../../ui/field/days.ts';
import { PageBody, PageHead } from '../../ui/page/Page.tsx';
import {
  activityFigures,
  ageFigures,
  deploymentFigures,
  failureFigures,
  throughputFigures,
  timeFigures,
} from './figures.ts';
import { analyticsMessages as messages } from './messages.ts';
import { MetricCard } from './MetricCard.tsx';
import { RangeDates, RangeMenu } from './RangeFields.tsx';
import styles from './analytics.module.css';

/** How work and deliveries of a group or project went, as charts. */
export function AnalyticsPage({ address }: PageProps<'groupAnalytics' | 'projectAnalytics'>) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const { fullPath, page } = address;
  const isProject = page === 'projectAnalytics';
  const home: NamespaceRef = { kind: isProject ? 'project' : 'group', fullPath };
  useTitle(formatMessage(messages.title), fullPath);
  const [search, change] = useSearchParameters();
  const [today] = useState(() => utcDayOf(new Date()));
  const range = rangeOf(search, today);
  const kinds = useMemo(() => analyticsKinds(intl, isProject), [intl, isProject]);
  const tokens = useMemo(() => tokensOf(search), [search]);
  const loadParts = useCallback(() => analyticsParts({ fullPath, isProject }), [fullPath, isProject]);
  const { data: namespace, error, refetch } = useQuery(namespaceQuery(home));
  if (namespace === null || error) {
    return (
      <PageBody>
        <Failure error={error ?? new NotFoundError('Analytics')} onRetry={() => void refetch()} />
      </PageBody>
    );
  }
  const may = (permission: 'readMergeRequest' | 'readEnvironment') =>
    isProject ? namespace?.permissions[permission] : true;
  return (
    <PageBody>
      <PageHead
        title={<FormattedMessage {...messages.title} />}
        actions={<RangeMenu range={range} onChange={change} />}
      />
      <div className={styles.tools}>
        {range.length === null && <RangeDates range={range} onChange={change} />}
        <FilterBar
          label={formatMessage(messages.filter)}
          placeholder={formatMessage(messages.addFilter)}
          kinds={kinds}
          tokens={tokens}
          recentKey={`analytics-${fullPath}`}
          loadParts={loadParts}
          onChange={(next) => change(addressOfTokens(next(tokens)))}
        />
      </div>
      {range.error === null && (
        <Metrics
          home={home}
          range={range}
          filter={filterOf(search)}
          hasIssues={!namespace?.disabledFeatures?.includes('issues')}
          readsCode={may('readMergeRequest')}
          readsDeployments={may('readEnvironment')}
        />
      )}
    </PageBody>
  );
}

interface MetricsProps {
  home: NamespaceRef;
  range: DayRange;
  filter: AnalyticsFilter;
  hasIssues: boolean;
  /** Undefined while it is unknown. */
  readsCode: boolean | undefined;
  readsDeployments: boolean | undefined;
}

function Metrics({ home, range, filter, hasIssues, readsCode, readsDeployments }: MetricsProps) {
  const intl = useIntl();
  const keep = <Data,>(before: Data | undefined): Data | undefined => before;
  const activity = useQuery({
    ...issueActivityQuery(home, range, filter),
    select: analyticsOf,
    placeholderData: keep,
    enabled: hasIssues,
  });
  const completion = useQuery({
    ...issueCompletionQuery(home, range, filter),
    select: analyticsOf,
    placeholderData: keep,
    enabled: hasIssues,
  });
  const deployments = useQuery({
    ...deploymentsQuery(home, range, filter),
    select: analyticsOf,
    placeholderData: keep,
    enabled: readsDeployments === true,
  });
  const ages = useQuery({
    ...requestAgesQuery(home, filter),
    select: analyticsOf,
    placeholderData: keep,
    enabled: readsCode === true,
  });
  const common = {
    range: intl.formatMessage(messages[intervalOfCharts(range)], { range: printSpan(intl, range.from, range.to) }),
    fileName: `${home.fullPath.split('/').at(-1) ?? ''}-${formatDay(range.from)}-${formatDay(range.to)}`,
  };
  const { projectIds, ...others } = filter;
  const note = Object.keys(others).length > 0 && (
    <FormattedMessage {...(projectIds ? messages.projectsOnly : messages.unfiltered)} />
  );
  return (
    <div className={styles.metrics}>
      {hasIssues && (
        <>
          <MetricCard metric="activity" shape="lines" query={activity} figuresOf={activityFigures} {...common} />
          <MetricCard metric="times" shape="lines" query={completion} figuresOf={timeFigures} {...common} />
          <MetricCard metric="throughput" shape="bars" query={completion} figuresOf={throughputFigures} {...common} />
        </>
      )}
      {readsDeployments !== false && (
        <>
          <MetricCard
            metric="deployments"
            shape="bars"
            query={deployments}
            figuresOf={deploymentFigures}
            note={note}
            {...common}
          />
          <MetricCard
            metric="failures"
            shape="lines"
            query={deployments}
            figuresOf={failureFigures}
            note={note}
            {...common}
          />
        </>
      )}
      {readsCode !== false && (
        <MetricCard
          metric="ages"
          shape="bars"
          query={ages}
          figuresOf={ageFigures}
          {...common}
          range={intl.formatMessage(messages.today)}
        />
      )}
    </div>
  );
}

interface Found<Analytics> {
  group?: { analytics: Analytics } | null;
  project?: { analytics: Analytics } | null;
}

function analyticsOf<Analytics>({ group, project }: Found<Analytics>): Analytics {
  const found = group ?? project;
  if (!found) throw new NotFoundError('Analytics');
  return found.analytics;
}
