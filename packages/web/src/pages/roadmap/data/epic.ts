import { digitsOf } from '@milepost/core/global-ids';
import type { Day, Span } from '@milepost/core/days';
import { selectFieldNames } from '@milepost/core/fields/select-fields';
import type { ClosedAndOpen } from '@milepost/core/roadmap/progress';
import type { HealthView } from '../../../modules/work-items/health.ts';
import type { SentSelects } from '../../../modules/work-items/select-fields/fields.ts';
import type { RoadmapEpicFragment } from '../../../gen/graphql.ts';
import { readDay } from '../../../ui/field/days.ts';

export interface EpicLabel {
  id: string;
  title: string;
  description: string | null;
  color: string;
}

/** Its place in the workflow, and the place of that among the statuses. */
export interface EpicStatus {
  name: string;
  color: string;
  position: number;
}

/** An open work item that blocks an epic, or that it blocks. */
export interface EpicLink {
  linkId: string;
  type: 'blocks' | 'is_blocked_by';
  /** Days that must pass after the blocker ends. */
  lagDays: number;
  /** The number of the other item, which is that of its epic as well. */
  itemId: string;
  title: string;
  span: Span;
}

/** An epic as the roadmap draws it, parsed once from the server's response. */
export interface RoadmapEpic {
  id: string;
  iid: string;
  title: string;
  isClosed: boolean;
  href: string;
  span: Span;
  /** Fixed; otherwise inherited from child items. */
  isStartFixed: boolean;
  isDueFixed: boolean;
  /** Whether the viewer may change its dates. */
  mayMove: boolean;
  isConfidential: boolean;
  /** As of a past day before changes were recorded: since when they are. */
  recordedSince: Day | null;
  selects: SentSelects;
  color: string;
  textColor: string;
  hasParent: boolean;
  /** Null if it has none or the viewer may not see it; undefined behind a public link, which does not include it. */
  parent: { id: string; title: string } | null | undefined;
  ancestors: { nodes: readonly { id: string }[] };
  hasChildrenWithinTimeframe: boolean;
  /** Undefined unless bars are colored by it; null where statuses are switched off. */
  status: EpicStatus | null | undefined;
  group: { name: string; fullName: string; fullPath: string };
  labels: EpicLabel[];
  openedChildren: number;
  closedChildren: number;
  /** Open work items linked as blocking this one, and as blocked by it. */
  blockedBy: number;
  blocks: number;
  links: EpicLink[];
  health: HealthView;
  descendantWeightSum: ClosedAndOpen | null;
  descendantCounts: ClosedAndOpen | null;
}

function readStatus(status: RoadmapEpicFragment['status']): EpicStatus | null | undefined {
  if (!status) return status;
  return { name: status.name ?? '', color: status.color ?? defaultColor, position: status.position ?? 0 };
}

/** An issue below an expanded epic. */
export interface RoadmapIssue {
  id: string;
  title: string;
  isClosed: boolean;
  href: string;
  span: Span;
}

/** The default color of an epic. */
const defaultColor = '#1068bf';

export function readEpic(node: RoadmapEpicFragment): RoadmapEpic {
  const counts = node.descendantCounts;
  const links = readLinks(node);
  const countLinks = (type: EpicLink['type']) => links.filter((link) => link.type === type).length;
  return {
    id: node.id,
    iid: node.iid,
    title: node.title ?? '',
    isClosed: node.state === 'closed',
    href: node.webPath,
    span: { start: readDay(node.startDate), due: readDay(node.dueDate) },
    isStartFixed: node.startDateIsFixed ?? false,
    isDueFixed: node.dueDateIsFixed ?? false,
    mayMove: node.userPermissions.adminEpic,
    status: readStatus(node.status),
    isConfidential: node.confidential,
    recordedSince: readDay(node.recordedSince),
    selects: Object.fromEntries(selectFieldNames.map((name) => [name, node[name]])),
    color: node.color ?? defaultColor,
    textColor: node.textColor ?? '#ffffff',
    hasParent: node.hasParent,
    parent: node.parent,
    ancestors: { nodes: present(node.ancestors?.nodes).map(({ id }) => ({ id })) },
    hasChildrenWithinTimeframe: node.hasChildrenWithinTimeframe,
    group: { name: node.group.name ?? '', fullName: node.group.fullName ?? '', fullPath: node.group.fullPath },
    labels: present(node.labels?.nodes).map((label) => ({ ...label, description: label.description ?? null })),
    openedChildren: counts?.openedEpics ?? 0,
    closedChildren: counts?.closedEpics ?? 0,
    blockedBy: countLinks('is_blocked_by'),
    blocks: countLinks('blocks'),
    links,
    health: node.healthStatus ?? {},
    descendantWeightSum: node.descendantWeightSum,
    descendantCounts: counts,
  };
}

/** The open blockers of an epic and the open items that it blocks; no related items. */
export function readLinks(node: Pick<RoadmapEpicFragment, 'linkedWorkItems'>): EpicLink[] {
  return present(node.linkedWorkItems?.nodes).flatMap(({ linkId, linkType, lagDays, workItemState, workItem }) => {
    if (workItemState !== 'OPEN' || (linkType !== 'blocks' && linkType !== 'is_blocked_by')) return [];
    const dates = workItem?.features.startAndDueDate;
    return [
      {
        linkId,
        type: linkType,
        lagDays,
        itemId: digitsOf(workItem?.id ?? ''),
        title: workItem?.title ?? '',
        span: { start: readDay(dates?.startDate), due: readDay(dates?.dueDate) },
      },
    ];
  });
}

const read = new WeakMap<readonly unknown[], RoadmapEpic[]>();
const readOne = new WeakMap<RoadmapEpicFragment, RoadmapEpic>();

/** Reads a page of epics; memoized per page and epic, so that rows can detect what has not changed. */
export function readEpics(nodes: readonly (RoadmapEpicFragment | null | undefined)[]): RoadmapEpic[] {
  const known = read.get(nodes);
  if (known) return known;
  const epics = present(nodes).map((node) => {
    const epic = readOne.get(node) ?? readEpic(node);
    readOne.set(node, epic);
    return epic;
  });
  read.set(nodes, epics);
  return epics;
}

function present<Value>(values: readonly (Value | null | undefined)[] | null | undefined): Value[] {
  return (values ?? []).filter((value): value is Value => value !== null && value !== undefined);
}
