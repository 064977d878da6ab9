import type { Span } from '@milepost/core/days';
import type { GroupKey, GroupKind } from '@milepost/core/roadmap/lanes/grouping';
import { groupKindOf } from '@milepost/core/roadmap/lanes/lane-keys';
import type { RoadmapLaneFragment } from '../../../gen/graphql.ts';
import { readDay } from '../../../ui/field/days.ts';
import type { LaneDrawing } from '../../../timeline/lanes/lane-shapes.ts';

/** A lane of the roadmap, parsed once from the server's response. */
export interface Lane extends LaneDrawing {
  /** Identifies it, and names its rows to the server. */
  key: string;
  kind: GroupKind;
  /** Null for epics without a value. */
  value: string | null;
  title: string | null;
  color: string | null;
  /** The page of the parent that its epics have in common. */
  href: string | null;
  /** Lanes of the second level; null if its epics stand in it directly. */
  lanes: readonly Lane[] | null;
  /** The cursor of the lanes of the second level that are missing; null if all are there. */
  nextLanes: string | null;
}

type Sent = RoadmapLaneFragment & { lanes?: SentLanes | null };

interface SentLanes {
  nodes?: readonly (RoadmapLaneFragment | null)[] | null;
  pageInfo?: { hasNextPage: boolean; endCursor: string | null };
}

/** What the lanes of each level are grouped by. */
export type LaneKinds = readonly [GroupKind, GroupKind | null];

export const laneKindsOf = (groupBy: GroupKey, thenBy: GroupKey | null): LaneKinds => [
  groupKindOf(groupBy),
  thenBy && groupKindOf(thenBy),
];

/** The lanes of the server's response. */
export function readLanes(nodes: readonly (Sent | null)[] | null | undefined, kinds: LaneKinds): Lane[] {
  return (nodes ?? []).flatMap((node) => (node ? [readLane(node, kinds)] : []));
}

function readLane(sent: Sent, [kind, below]: LaneKinds): Lane {
  const { health, lanes } = sent;
  return {
    key: sent.key,
    kind,
    value: sent.value ?? null,
    title: sent.title ?? null,
    color: sent.color ?? null,
    href: sent.epic?.webPath ?? null,
    count: sent.count,
    closed: sent.closed,
    overdue: sent.overdue,
    health: {
      on_track: health.onTrack,
      needs_attention: health.needsAttention,
      at_risk: health.atRisk,
      none: health.none,
    },
    percentage: sent.progress?.percentage ?? null,
    span: spanOf(sent),
    shown: { start: readDay(sent.startDate), due: readDay(sent.dueDate) },
    shades: sent.shades ?? [],
    lanes: below === null ? null : readLanes(lanes?.nodes, [below, null]),
    nextLanes: lanes?.pageInfo?.hasNextPage ? lanes.pageInfo.endCursor : null,
  };
}

/** An open epic without a date leaves that end open. */
function spanOf({ startDate, dueDate, lacksStartDate, lacksDueDate }: RoadmapLaneFragment): Span {
  return { start: lacksStartDate ? null : readDay(startDate), due: lacksDueDate ? null : readDay(dueDate) };
}
