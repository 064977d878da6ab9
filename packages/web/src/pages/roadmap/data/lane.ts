import type { Span } from '@milepost/core/days';
import type { GroupKind } from '@milepost/core/roadmap/lanes/grouping';
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
}

type Sent = RoadmapLaneFragment & { lanes?: { nodes?: readonly (RoadmapLaneFragment | null)[] | null } | null };

/** `kinds`: what the lanes of each level are made of. */
export function readLane(sent: Sent, [kind, below]: readonly [GroupKind, GroupKind | null]): Lane {
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
    lanes:
      below === null ? null : (lanes?.nodes ?? []).flatMap((node) => (node ? [readLane(node, [below, null])] : [])),
  };
}

/** An open epic without a date leaves that end open. */
function spanOf({ startDate, dueDate, lacksStartDate, lacksDueDate }: RoadmapLaneFragment): Span {
  return { start: lacksStartDate ? null : readDay(startDate), due: lacksDueDate ? null : readDay(dueDate) };
}
