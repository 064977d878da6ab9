import { useMemo } from 'react';
import type { Day, Span } from '@milepost/core/days';
import { clip } from '@milepost/core/roadmap/clip';
import { isOfType, milestoneTense } from '@milepost/core/roadmap/milestones';
import type { Timeframe } from '@milepost/core/roadmap/ranges';
import type { OpeningHint } from '@milepost/core/roadmap/opening/query';
import type { MilestoneType, RoadmapSettings } from '@milepost/core/roadmap/settings';
import type { TimelineMilestone } from '../../../timeline/milestones/milestone-layout.ts';
import { readDay } from '../../../ui/field/days.ts';
import type { useMilestones } from './use-epics.ts';
import { useTimeframeText } from '../messages/use-timeframe-text.ts';

type MilestoneNode = NonNullable<ReturnType<typeof useMilestones>['data']>[number];

/** The milestones to draw; undefined while loading. */
export function useTimelineMilestones(
  nodes: readonly MilestoneNode[] | undefined,
  type: MilestoneType,
  timeframe: Timeframe,
  today: Day,
): TimelineMilestone[] | undefined {
  const timeframeText = useTimeframeText();
  return useMemo(
    () => nodes && timelineMilestones(nodes, type, timeframe, today, timeframeText),
    [nodes, type, timeframe, today, timeframeText],
  );
}

/** The row is reserved before its milestones load, so that nothing moves when they arrive. */
const noMilestones: readonly TimelineMilestone[] = [];

/** The milestones of the row above the list; undefined without that row. Guides have none if no milestone ends in the range. */
export function milestonesOfRow(
  drawn: readonly TimelineMilestone[] | undefined,
  {
    isShowingMilestones,
    milestonesAs,
    opening,
  }: Pick<RoadmapSettings, 'isShowingMilestones' | 'milestonesAs' | 'opening'>,
  hint: OpeningHint | undefined,
): readonly TimelineMilestone[] | undefined {
  if (!isShowingMilestones) return undefined;
  if (!drawn) return opening !== null && hint?.hasMilestones === false ? undefined : noMilestones;
  const hasGuide = drawn.some(({ span }) => !span.isDueUndefined && !span.isDueOutOfRange);
  return milestonesAs === 'GUIDES' && !hasGuide ? undefined : drawn;
}

/** The milestones to draw, in order of time: of the chosen kind, with a date, and at least partly within the timeframe. */
export function timelineMilestones(
  nodes: readonly MilestoneNode[],
  type: MilestoneType,
  timeframe: Timeframe,
  today: Day,
  timeframeText: (span: Span) => string,
): TimelineMilestone[] {
  return nodes.flatMap((node) => {
    if (!node || !isOfType(flagsOf(node), type)) return [];
    const dates = { start: readDay(node.startDate), due: readDay(node.dueDate) };
    const span = dates.start === null && dates.due === null ? null : clip(dates, timeframe);
    if (!span) return [];
    return [
      {
        id: node.id,
        title: node.title,
        label: `${node.title}, ${timeframeText(dates)}`,
        href: node.webPath,
        span,
        tense: milestoneTense(dates, today),
      },
    ];
  });
}

function flagsOf(node: NonNullable<MilestoneNode>) {
  return {
    groupMilestone: node.groupMilestone,
    subgroupMilestone: node.subgroupMilestone,
    projectMilestone: node.projectMilestone,
  };
}
