import { lazy, type ReactNode, Suspense, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Tabs } from '../../ui/list/Tabs.tsx';
import { timelineMessages as messages } from './messages.ts';
import type { TimelineOwner } from './timeline-api.ts';

const Timeline = lazy(async () => ({ default: (await import('./Timeline.tsx')).Timeline }));

export interface IncidentTabsProps {
  owner: TimelineOwner;
  mayWrite: boolean;
  /** The overview: description, links, comments. */
  children: ReactNode;
}

/** The tabs of an incident's page. */
export function IncidentTabs({ owner, mayWrite, children }: IncidentTabsProps) {
  const { formatMessage } = useIntl();
  const [tab, setTab] = useState<'overview' | 'timeline'>('overview');
  return (
    <Tabs
      label={formatMessage(messages.tabs)}
      tabs={[
        { value: 'overview', label: <FormattedMessage {...messages.overview} /> },
        { value: 'timeline', label: <FormattedMessage {...messages.timeline} /> },
      ]}
      value={tab}
      onChange={setTab}
    >
      {tab === 'overview' ? (
        children
      ) : (
        <Suspense fallback={null}>
          <Timeline owner={owner} mayWrite={mayWrite} />
        </Suspense>
      )}
    </Tabs>
  );
}
