import type { Day } from '@milepost/core/days';
import type { TimelineMilestone } from './milestone-layout.ts';
import type { Scale } from '../scale.ts';

/** The milestones that end on one day: a post, a name, and a line down through all rows. */
export interface Guide {
  day: Day;
  /** At the end of the day, where bars of that day end. */
  x: number;
  milestones: readonly TimelineMilestone[];
  tense: 'past' | 'next' | 'ahead';
  /** Null where the name would overlap an earlier one. */
  name: { text: string; date: string; isLeft: boolean } | null;
  /** Name and date, whether they are shown or not. */
  label: string;
}

export interface GuideTexts {
  dateText: (day: Day) => string;
  countText: (count: number) => string;
}

/** Sizes in pixels: half of the post, the post with the gap beside it, letters of the name and of the date, and the gap after them. */
const halfPost = 4;
const postRoom = 9;
const letterWidth = 6.6;
const dateLetterWidth = 5.5;
const gap = 4;

/** Places the milestones that end within the timeline, in order of time. */
export function layOutGuides(
  milestones: readonly TimelineMilestone[],
  scale: Scale,
  today: Day,
  { dateText, countText }: GuideTexts,
): Guide[] {
  const byDay = new Map<Day, TimelineMilestone[]>();
  for (const milestone of milestones) {
    const { span } = milestone;
    if (span.isDueUndefined || span.isDueOutOfRange) continue;
    byDay.set(span.due, [...(byDay.get(span.due) ?? []), milestone]);
  }
  const days = [...byDay.keys()].toSorted((one, other) => one - other);
  const next = days.find((day) => day >= today);
  let taken = Number.NEGATIVE_INFINITY;
  return days.map((day, index) => {
    const those = byDay.get(day) ?? [];
    const text = those.length > 1 ? countText(those.length) : (those[0]?.title ?? '');
    const date = dateText(day);
    const x = scale.xOf((day + 1) as Day);
    const width = text.length * letterWidth + 4 + date.length * dateLetterWidth;
    const following = days[index + 1];
    const nextPost = following === undefined ? scale.width : scale.xOf((following + 1) as Day) - halfPost;
    // The post of the next milestone would stand on the name.
    const isCrossed = x + postRoom + width > nextPost && x - postRoom - width >= Math.max(taken, 0);
    const isLeft = isCrossed || x + postRoom + width > scale.width;
    const from = isLeft ? x - postRoom - width : x - halfPost;
    const isShown = from >= taken;
    if (isShown) taken = (isLeft ? x + halfPost : x + postRoom + width) + gap;
    return {
      day,
      x,
      milestones: those,
      tense: day < today ? 'past' : day === next ? 'next' : 'ahead',
      name: isShown ? { text, date, isLeft } : null,
      label: `${those.map(({ title }) => title).join(', ')}, ${date}`,
    };
  });
}
