import type { Day } from '@milepost/core/days';
import type { TimelineMilestone } from './milestone-layout.ts';
import type { Scale } from './scale.ts';

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

/** Sizes in pixels: the post with its gap, letters of the name and of the date, and the gap between two names. */
const postRoom = 10;
const letterWidth = 7;
const dateLetterWidth = 6;
const gap = 8;

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
  return days.map((day) => {
    const those = byDay.get(day) ?? [];
    const text = those.length > 1 ? countText(those.length) : (those[0]?.title ?? '');
    const date = dateText(day);
    const x = scale.xOf((day + 1) as Day);
    const width = text.length * letterWidth + 4 + date.length * dateLetterWidth;
    const isLeft = x + postRoom + width > scale.width;
    const from = isLeft ? x - postRoom - width : x - postRoom;
    const isShown = from >= taken;
    if (isShown) taken = from + width + 2 * postRoom + gap;
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
