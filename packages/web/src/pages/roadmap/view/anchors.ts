import type { Day } from '@milepost/core/days';
import type { Scale } from '../../../timeline/scale.ts';
import type { Anchor } from './viewport.ts';

/** The moment that is `x` pixels right of the left edge of a timeline scrolled by `scrollLeft`. */
export function anchorAt(scale: Scale, scrollLeft: number, x: number): Anchor {
  const at = scrollLeft + x;
  const day = scale.dayAt(at);
  const left = scale.xOf(day);
  const width = scale.xOf((day + 1) as Day) - left;
  return { day: width === 0 ? day : day + (at - left) / width, x };
}

/** The scroll offset that keeps an anchor in place. */
export function scrollFor(scale: Scale, { day, x }: Anchor): number {
  const whole = Math.floor(day) as Day;
  const left = scale.xOf(whole);
  return left + (day - whole) * (scale.xOf((whole + 1) as Day) - left) - x;
}
