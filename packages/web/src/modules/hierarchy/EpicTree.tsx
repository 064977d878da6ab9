import { present } from '../../app/graphql.ts';
import { readPerson } from '@milepost/core/people';
import { progressOf } from '@milepost/core/roadmap/progress';
import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { FlagTriangleRight, OctagonMinus } from 'lucide-react';
import { type CSSProperties, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from '../../app/Link.tsx';
import { Alert, ErrorState } from '../../ui/Alert.tsx';
import { AvatarStack } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { Loading } from '../../ui/Spinner.tsx';
import { text } from '../../ui/text.tsx';
import { Tree, TreeRow } from '../../ui/Tree.tsx';
import { shortReference } from '../work-items/reference.ts';
import { HealthBadge } from '../work-items/StateBadge.tsx';
import { WorkItemIcon } from '../work-items/WorkItemIcon.tsx';
import { itemWords } from '../work-items/words.ts';
import { type ChildrenPage, childrenPages, type TreeEpic, type TreeIssue } from './api.ts';
import { arrange } from './arrange.ts';
import { byArrangement } from './order.ts';
import styles from './EpicTree.module.css';
import { defineMessages } from '../../ui/messages.ts';

const words = defineMessages({
  title: { id: 'hierarchy.children', defaultMessage: 'Child items' },
  loading: { id: 'hierarchy.loading', defaultMessage: 'Loading child items' },
  failed: { id: 'hierarchy.failed', defaultMessage: 'The child items could not be fetched' },
  none: { id: 'hierarchy.none', defaultMessage: 'No child items yet.' },
  more: { id: 'hierarchy.more', defaultMessage: 'Show more' },
  share: { id: 'hierarchy.share', defaultMessage: '{share, number}% of the issues’ weight is closed' },
  orderFailed: { id: 'hierarchy.orderFailed', defaultMessage: 'Something went wrong while ordering item.' },
  placed: { id: 'hierarchy.placed', defaultMessage: '{title}: {position} of {total}' },
  shareByCount: { id: 'hierarchy.shareByCount', defaultMessage: '{share, number}% of the issues are closed' },
});

/** Epics and issues below an epic; a level is fetched when it is opened. `placePath`: where references are read from. */
export function EpicTree({ fullPath, iid, placePath }: { fullPath: string; iid: string; placePath: string }) {
  const { formatMessage } = useIntl();
  const query = useInfiniteQuery(childrenPages(fullPath, iid));
  const [{ failed, said }, onOrder] = useState({ failed: false, said: '' });
  if (query.error && !query.data) {
    return (
      <ErrorState onRetry={() => void query.refetch()}>
        <FormattedMessage {...words.failed} />
      </ErrorState>
    );
  }
  if (!query.data) return <Loading label={formatMessage(words.loading)} />;
  if (childrenIn(query.data).length === 0) {
    return (
      <p className={text.quiet}>
        <FormattedMessage {...words.none} />
      </p>
    );
  }
  return (
    <>
      {failed && (
        <Alert tone="danger">
          <FormattedMessage {...words.orderFailed} />
        </Alert>
      )}
      <div className={text.hidden} role="status">
        {said}
      </div>
      <Tree label={formatMessage(words.title)}>
        <Level
          query={query}
          data={query.data}
          queryKey={childrenPages(fullPath, iid).queryKey}
          level={1}
          placePath={placePath}
          onOrder={onOrder}
        />
      </Tree>
    </>
  );
}

/** Something was put into another place, or could not be. */
type OnOrder = (outcome: { failed: boolean; said: string }) => void;

interface LevelProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage(): Promise<unknown> };
  data: InfiniteData<ChildrenPage>;
  queryKey: readonly unknown[];
  level: number;
  placePath: string;
  onOrder: OnOrder;
}

type Child = { kind: 'epic'; item: TreeEpic } | { kind: 'issue'; item: TreeIssue };

function childrenIn(data: LevelProps['data']): Child[] {
  const epics = data.pages.flatMap((page) => page.epics.map((item): Child => ({ kind: 'epic', item })));
  const issues = data.pages.flatMap((page) => page.issues.map((item): Child => ({ kind: 'issue', item })));
  return [...epics, ...issues].toSorted((one, other) => byArrangement(one.item, other.item));
}

function Level({ query, data, queryKey, level, placePath, onOrder }: LevelProps) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const children = childrenIn(data);
  const [page] = data.pages;
  const move = async ({ id, title }: { id: string; title?: string | null }, by: -1 | 1): Promise<void> => {
    const order = children.map(({ item }) => item.id);
    try {
      if (!(await arrange(client, { queryKey, parentId: page?.id ?? '', order, id, by }))) return;
      const position = order.indexOf(id) + by + 1;
      onOrder({ failed: false, said: formatMessage(words.placed, { title, position, total: order.length }) });
    } catch {
      onOrder({ failed: true, said: '' });
    }
  };
  return (
    <>
      {children.map((child, index) => {
        const onMove = page?.mayArrange ? (by: -1 | 1): void => void move(child.item, by) : undefined;
        const shared = { level, placePath, position: index + 1, total: children.length, onMove, onOrder };
        return child.kind === 'epic' ? (
          <EpicRow key={`epic ${child.item.id}`} epic={child.item} {...shared} />
        ) : (
          <IssueRow key={`issue ${child.item.epicIssueId}`} issue={child.item} {...shared} />
        );
      })}
      {query.hasNextPage && (
        <li role="none" className={styles.more} style={{ '--level': level } as CSSProperties}>
          <Button kind="quiet" size="small" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            <FormattedMessage {...words.more} />
          </Button>
        </li>
      )}
    </>
  );
}

interface RowProps {
  level: number;
  position: number;
  total: number;
  placePath: string;
  onMove: ((by: -1 | 1) => void) | undefined;
  onOrder: OnOrder;
}

function EpicRow({ epic, ...row }: RowProps & { epic: TreeEpic }) {
  const [isOpen, setOpen] = useState(false);
  const holds = epic.hasChildren || epic.hasIssues;
  const query = useInfiniteQuery({ ...childrenPages(epic.group.fullPath, epic.iid), enabled: isOpen });
  return (
    <>
      <TreeRow
        level={row.level}
        position={row.position}
        total={row.total}
        name={epic.title ?? ''}
        isExpanded={holds ? isOpen : undefined}
        isLoading={isOpen && query.isPending}
        closed={epic.state === 'closed'}
        onMove={row.onMove}
        onToggle={() => setOpen(!isOpen)}
      >
        <span className={styles.kind} data-kind="epic" style={{ '--bar': epic.color } as CSSProperties}>
          <WorkItemIcon type="epic" />
        </span>
        <ItemLink item={epic} placePath={row.placePath} />
        <span className={styles.end}>
          <EpicProgress epic={epic} />
          <span className={`${styles.milestone} ${text.onlyWide}`} />
          <span className={`${styles.people} ${text.onlyWide}`} />
        </span>
      </TreeRow>
      {isOpen && query.data && (
        <Level
          query={query}
          data={query.data}
          queryKey={childrenPages(epic.group.fullPath, epic.iid).queryKey}
          level={row.level + 1}
          placePath={row.placePath}
          onOrder={row.onOrder}
        />
      )}
      {isOpen && query.error && !query.data && (
        <li role="none" className={styles.more} style={{ '--level': row.level + 1 } as CSSProperties}>
          <ErrorState onRetry={() => void query.refetch()}>
            <FormattedMessage {...words.failed} />
          </ErrorState>
        </li>
      )}
    </>
  );
}

function EpicProgress({ epic }: { epic: TreeEpic }) {
  const { formatMessage } = useIntl();
  const rollups = {
    descendantWeightSum: sumsOf(epic.descendantWeightSum),
    descendantCounts: sumsOf(epic.descendantCounts),
  };
  const byWeight = progressOf(rollups, 'WEIGHT');
  const progress = byWeight.total > 0 ? byWeight : progressOf(rollups, 'COUNT');
  if (progress.total === 0) return <span className={`${styles.meter} ${text.onlyWide}`} />;
  const label = formatMessage(byWeight.total > 0 ? words.share : words.shareByCount, { share: progress.percentage });
  return (
    <span className={`${styles.meter} ${text.onlyWide}`} data-tooltip={label}>
      <ProgressBar className={styles.bar ?? ''} share={progress.percentage} label={label} color="var(--text-3)" />
      {progress.percentage}%
    </span>
  );
}

function sumsOf(sums: { openedIssues?: number | null; closedIssues?: number | null } | null | undefined) {
  return sums ? { openedIssues: sums.openedIssues ?? null, closedIssues: sums.closedIssues ?? null } : null;
}

function IssueRow({ issue, ...row }: RowProps & { issue: TreeIssue }) {
  const { formatMessage } = useIntl();
  const people = present(issue.assignees?.nodes).map(readPerson);
  const state = issue.state === 'closed' ? 'closed' : 'opened';
  return (
    <TreeRow
      level={row.level}
      position={row.position}
      total={row.total}
      name={issue.title}
      closed={state === 'closed'}
      onMove={row.onMove}
    >
      <span className={styles.kind}>
        <WorkItemIcon type="issue" state={state} />
      </span>
      <ItemLink item={issue} placePath={row.placePath} />
      {issue.blocked && state === 'opened' && (
        <span className={styles.blocked} data-tooltip={formatMessage(itemWords.blocked)}>
          <Icon of={OctagonMinus} size={14} label={formatMessage(itemWords.blocked)} />
        </span>
      )}
      <span className={styles.end}>
        {issue.healthStatus && state === 'opened' && (
          <span className={text.onlyWide}>
            <HealthBadge health={issue.healthStatus} plain />
          </span>
        )}
        <span className={`${styles.milestone} ${text.onlyWide}`}>
          {issue.milestone && (
            <>
              <Icon of={FlagTriangleRight} size={14} />
              <span className={text.cut} data-tooltip-cut="">
                {issue.milestone.title}
              </span>
            </>
          )}
        </span>
        <span className={`${styles.people} ${text.onlyWide}`}>
          {people.length > 0 && (
            <AvatarStack
              people={people}
              size={20}
              moreLabel={(count) => formatMessage(itemWords.moreAssignees, { count })}
            />
          )}
        </span>
      </span>
    </TreeRow>
  );
}

function ItemLink({
  item,
  placePath,
}: {
  item: { title?: string | null; webPath: string; reference: string; state: string };
  placePath: string;
}) {
  return (
    <>
      <Link
        className={`${styles.title} ${text.cut} ${text.titleLink}`}
        to={item.webPath}
        tabIndex={-1}
        data-closed={item.state === 'closed' || undefined}
        data-tooltip-cut=""
      >
        {item.title}
      </Link>
      <span className={`${styles.reference} ${text.cut} ${text.onlyWide}`}>
        {shortReference(item.reference, placePath)}
      </span>
    </>
  );
}
