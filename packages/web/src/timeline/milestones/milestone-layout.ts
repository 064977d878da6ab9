import type { ClippedSpan } from '@milepost/core/roadmap/clip';
import type { MilestoneLook, MilestoneTense } from '@milepost/core/roadmap/milestones';
import { milestoneLook, packLanes, widthInPercentOf } from '@milepost/core/roadmap/milestones';
import type { Scale } from '../scale.ts';
import { daysIn, extentOf } from '../scale.ts';

/** A milestone as the timeline uses it. */
export interface TimelineMilestone {
  id: string;
  title: string;
  /** Title and dates for screen readers. */
  label: string;
  href: string;
  span: ClippedSpan;
  tense: MilestoneTense;
}

export interface PlacedMilestone extends TimelineMilestone {
  left: number;
  width: number;
  look: MilestoneLook;
  lane: number;
  /** The maximum width of its title. */
  titleRoom: number;
}

export interface MilestoneLayout {
  placed: PlacedMilestone[];
  lanes: number;
}

const postWidth = 12;
const smallTitleWidth = 44;
const longestTitle = 160;
const gap = 8;
const letterWidth = 7;

/** Places milestones on the scale and stacks overlapping ones in lanes, titles included. */
export function layOutMilestones(milestones: readonly TimelineMilestone[], scale: Scale): MilestoneLayout {
  const drafts = milestones.map((milestone) => {
    const { left, width } = extentOf(scale, milestone.span.start, milestone.span.due);
    const column = scale.columns[Math.min(scale.columns.length - 1, Math.floor(left / scale.cellWidth))];
    const look = column ? milestoneLook(widthInPercentOf(milestone.span, daysIn(column)), column.preset) : 'full';
    const titleRoom = Math.max(0, Math.min(titleRoomOf(look, milestone.title, width), scale.width - left));
    const from = look === 'minimum' ? left + width - postWidth : left;
    return {
      milestone,
      left,
      width,
      look,
      titleRoom,
      extent: { from, to: Math.max(left + width, left + titleRoom) + gap },
    };
  });
  const { laneOf, count } = packLanes(drafts.map((draft) => draft.extent));
  const placed = drafts.map(({ milestone, left, width, look, titleRoom }, index) => ({
    ...milestone,
    left,
    width,
    look,
    titleRoom,
    lane: laneOf[index] ?? 0,
  }));
  return { placed, lanes: count };
}

function titleRoomOf(look: MilestoneLook, title: string, width: number): number {
  if (look === 'minimum') return 0;
  if (look === 'small') return smallTitleWidth;
  return Math.max(width, Math.min(longestTitle, title.length * letterWidth + 4));
}
