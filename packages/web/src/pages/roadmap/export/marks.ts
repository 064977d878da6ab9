import type { LaneHealth } from '../../../timeline/lanes/lane-shapes.ts';
import { dangerTone, healthTones } from '../../../timeline/tones.ts';
import { ink3 } from './palette.ts';
import { polygon, rule, type Shape } from './shapes.ts';

/** Circle, triangle, diamond or ring: on track, needs attention, at risk, no update. */
export function healthMark(value: LaneHealth, x: number, y: number): Shape[] {
  const circle = (radius: number, fill: string): Shape => ({
    kind: 'rect',
    x: x - radius,
    y: y - radius,
    width: radius * 2,
    height: radius * 2,
    radius,
    fill,
  });
  switch (value) {
    case 'on_track':
      return [circle(4, healthTones.onTrack.hex)];
    case 'needs_attention':
      return [polygon(healthTones.needsAttention.hex, [x, y - 4.5], [x + 5, y + 4.5], [x - 5, y + 4.5])];
    case 'at_risk':
      return [polygon(healthTones.atRisk.hex, [x, y - 5.5], [x + 5.5, y], [x, y + 5.5], [x - 5.5, y])];
    default:
      return [circle(4, ink3), circle(2.5, '#ffffff')];
  }
}

/** The room of {@link lateMark} before a text. */
export const lateMarkWidth = 13;

/** The mark of a drift that breaks the plan, from `x` on. */
export function lateMark(x: number, y: number): Shape {
  return polygon(dangerTone.hex, [x + 5, y - 4.5], [x + 10, y + 4.5], [x, y + 4.5]);
}

export function checkMark(x: number, y: number): Shape[] {
  return [rule(x - 4, y, x - 1, y + 3.5, ink3, 1.5), rule(x - 1, y + 3.5, x + 5, y - 4, ink3, 1.5)];
}

/** The hatch of days overdue. */
export function hatch(x: number, y: number, width: number, height: number): Shape[] {
  const shapes: Shape[] = [{ kind: 'rect', x, y, width, height, fill: '#fdecea', stroke: dangerTone.hex }];
  for (let at = 4; at < width; at += 5) {
    const rise = Math.min(height, at);
    shapes.push(rule(x + at - rise, y + height, x + at, y + height - rise, dangerTone.hex, 1));
  }
  return shapes;
}
