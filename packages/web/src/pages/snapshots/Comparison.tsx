import { useInfiniteQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { digitsOf } from '@milepost/core/global-ids';
import { signedDays } from '@milepost/core/roadmap/snapshots';
import { type SnapshotView } from '../../modules/snapshots/api.ts';
import { restPath } from '../../platform/api/rest.ts';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { usePageSearch } from '../../platform/navigation/page-search.ts';
import { Button, buttonLook } from '../../ui/button/Button.tsx';
import { Icon } from '../../ui/button/Icon.tsx';
import { EmptyState } from '../../ui/feedback/Alert.tsx';
import { Select } from '../../ui/field/Field.tsx';
import { Section } from '../../ui/page/Page.tsx';
import { text } from '../../ui/text/text.tsx';
import { comparisonPages, type ComparedEpic } from './api.ts';
import { comparisonMessages as messages } from './messages.ts';
import styles from './Snapshots.module.css';

const kinds = ['later', 'earlier', 'added', 'removed', 'unchanged'] as const;

export interface ComparisonProps {
  fullPath: string;
  /** The saved ones. */
  snapshots: readonly SnapshotView[];
  from: SnapshotView;
}

/** A snapshot compared with another one, or with today: the changes of each epic. */
export function Comparison({ fullPath, snapshots, from }: ComparisonProps) {
  const { formatMessage } = useIntl();
  const [search, change] = usePageSearch('snapshots');
  const to = snapshots.find((each) => digitsOf(each.id) === search.to);
  const pair = { fullPath, from: digitsOf(from.id), to: to ? digitsOf(to.id) : '' };
  const query = useInfiniteQuery(comparisonPages(pair, search.kind));
  const csv = restPath(`/groups/${encodeURIComponent(fullPath)}/roadmap_snapshots/${pair.from}/compare.csv`, {
    to: pair.to,
  });
  return (
    <Section
      title={formatMessage(messages.title)}
      end={
        <a href={csv} download {...buttonLook('secondary', 'small')}>
          <Icon of={Download} />
          {formatMessage(messages.csv)}
        </a>
      }
    >
      <div className={styles.choices}>
        <Select
          label={formatMessage(messages.from)}
          value={pair.from}
          onChange={({ target }) => change({ from: target.value })}
        >
          {snapshots.map((each) => (
            <option key={each.id} value={digitsOf(each.id)}>
              {each.name}
            </option>
          ))}
        </Select>
        <Select
          label={formatMessage(messages.to)}
          value={pair.to}
          onChange={({ target }) => change({ to: target.value })}
        >
          <option value="">{formatMessage(messages.today)}</option>
          {snapshots.map((each) => (
            <option key={each.id} value={digitsOf(each.id)}>
              {each.name}
            </option>
          ))}
        </Select>
      </div>
      <QueryView query={query} failed={formatMessage(messages.failed)}>
        {({ pages }) => {
          const counts = pages[0]?.counts;
          const epics = pages.flatMap((page) => page.epics);
          return (
            <>
              <div className={styles.kinds} role="group" aria-label={formatMessage(messages.show)}>
                {(['', ...kinds] as const).map((kind) => (
                  <Button
                    key={kind}
                    size="small"
                    kind={search.kind === kind ? 'secondary' : 'quiet'}
                    aria-pressed={search.kind === kind}
                    onClick={() => change({ kind })}
                  >
                    {formatMessage(messages[kind === '' ? 'all' : kind])}
                    {kind !== '' && counts && <span className={text.quiet}>{counts[kind]}</span>}
                  </Button>
                ))}
              </div>
              {epics.length === 0 ? (
                <EmptyState title={formatMessage(messages.nothing)} />
              ) : (
                <ComparedTable epics={epics} />
              )}
              {query.hasNextPage && (
                <Button size="small" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                  {formatMessage(messages.more)}
                </Button>
              )}
            </>
          );
        }}
      </QueryView>
    </Section>
  );
}

function ComparedTable({ epics }: { epics: readonly ComparedEpic[] }) {
  const { formatMessage } = useIntl();
  const columns = ['epic', 'start', 'due', 'drift', 'state', 'parent', 'progress', 'labels'] as const;
  return (
    // Scrolls on its own on small screens, and so must be reachable by the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.scroller} tabIndex={0} role="region" aria-label={formatMessage(messages.title)}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {formatMessage(messages[column])}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {epics.map((epic) => (
            <ComparedRow key={epic.id} epic={epic} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ComparedRow({ epic }: { epic: ComparedEpic }) {
  const { formatMessage, formatDate } = useIntl();
  const day = (date: string | null | undefined) =>
    date ? formatDate(date, { dateStyle: 'medium', timeZone: 'UTC' }) : '–';
  const isInBoth = epic.kind !== 'added' && epic.kind !== 'removed';
  /** One value where both plans agree, and for an epic of one plan; otherwise then and now. */
  const changed = (then: string, now: string): ReactNode => {
    if (!isInBoth) return epic.kind === 'added' ? now : then;
    return then === now ? (
      <span className={text.quiet}>{now}</span>
    ) : (
      formatMessage(messages.change, { from: then, to: now })
    );
  };
  const state = (value: ComparedEpic['toState']) =>
    value ? formatMessage(messages[value === 'closed' ? 'closed' : 'opened']) : '–';
  return (
    <tr>
      <th scope="row">
        {epic.webPath ? (
          <a className={text.titleLink} href={epic.webPath}>
            {epic.title}
          </a>
        ) : (
          epic.title
        )}
        <span className={text.quiet}>{epic.reference}</span>
      </th>
      <td>{changed(day(epic.fromStartDate), day(epic.toStartDate))}</td>
      <td>{changed(day(epic.fromDueDate), day(epic.toDueDate))}</td>
      <td>
        <b>{driftOf(epic, formatMessage)}</b>
      </td>
      <td>{changed(state(epic.fromState), state(epic.toState))}</td>
      <td>{changed(epic.fromParent?.title ?? '–', epic.toParent?.title ?? '–')}</td>
      <td>{changed(shareOf(epic.fromProgress), shareOf(epic.toProgress))}</td>
      <td>
        {[
          ...epic.addedLabels.map((label) => `+ ${label}`),
          ...epic.removedLabels.map((label) => `\u{2212} ${label}`),
        ].join(', ')}
      </td>
    </tr>
  );
}

function driftOf(epic: ComparedEpic, formatMessage: ReturnType<typeof useIntl>['formatMessage']): string {
  if (epic.kind === 'added') return formatMessage(messages.isAdded);
  if (epic.kind === 'removed') return formatMessage(messages.isRemoved);
  if (typeof epic.drift === 'number') return signedDays(epic.drift);
  if (epic.toDueDate) return formatMessage(messages.endSet);
  return epic.fromDueDate ? formatMessage(messages.endRemoved) : '';
}

/** By weight, or by count where nothing has a weight. */
function shareOf(progress: readonly number[] | null | undefined): string {
  const [closedWeight = 0, weight = 0, closed = 0, total = 0] = progress ?? [];
  const [done, all] = weight > 0 ? [closedWeight, weight] : [closed, total];
  return all > 0 ? `${Math.round((done * 100) / all)}%` : '–';
}
