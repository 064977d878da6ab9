import type { LaneHealth } from '../../../../timeline/lanes/lane-shapes.ts';
import { dangerTone, healthTones } from '../../../../timeline/tones.ts';
import type { SignalDetail } from '../../signals/api.ts';
import { ink2, ink3 } from './palette.ts';
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

/** The check of closed epics, 12 px wide. */
export function checkMark(x: number, y: number): Shape[] {
  return [rule(x - 5, y, x - 1.5, y + 4, ink3, 1.5), rule(x - 1.5, y + 4, x + 5.5, y - 4.5, ink3, 1.5)];
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

export type SignalName = SignalDetail['name'];

export const signalMarkWidth = 16;

const warning = '#804600';

/** The mark of a signal, about 12 px wide, around a point; each has the shape of its icon. */
export function signalMark(name: SignalName, x: number, y: number): Shape[] {
  const lines = (stroke: string, ...points: readonly (readonly [number, number])[]): Shape[] =>
    points.slice(1).map(([toX, toY], index) => {
      const [fromX, fromY] = points[index] ?? [toX, toY];
      return rule(x + fromX, y + fromY, x + toX, y + toY, stroke, 1.4);
    });
  const box = (from: number, size: number, stroke: string): Shape[] => {
    const to = from + size;
    return lines(stroke, [from, from], [to, from], [to, to], [from, to], [from, from]);
  };
  switch (name) {
    case 'AT_RISK':
      return lines(dangerTone.hex, [0, -5.5], [5.5, 0], [0, 5.5], [-5.5, 0], [0, -5.5]);
    // A clock.
    case 'OVERDUE':
      return [
        { kind: 'rect', x: x - 5, y: y - 5, width: 10, height: 10, radius: 5, fill: '#ffffff', stroke: dangerTone.hex },
        ...lines(dangerTone.hex, [0, -3], [0, 0], [2.5, 1.5]),
      ];
    // An arrow to a line.
    case 'STARTS_EARLY':
      return [
        ...lines(dangerTone.hex, [-5, -5], [-5, 5]),
        ...lines(dangerTone.hex, [5.5, 0], [-1, 0]),
        polygon(dangerTone.hex, [x - 3.5, y], [x + 0.5, y - 3.5], [x + 0.5, y + 3.5]),
      ];
    // Two squares beside each other.
    case 'OUTSIDE_PARENT':
      return [...box(-5.5, 6, warning), ...box(1.5, 4, warning)];
    // A line that falls.
    case 'BEHIND':
      return [
        ...lines(warning, [-5.5, -4], [-1.5, 0], [0.5, -2], [5.5, 3.5]),
        ...lines(warning, [1.5, 4], [5.5, 3.5], [5.5, -0.5]),
      ];
    // An hourglass.
    default:
      return lines(ink2, [-4, -5], [4, -5], [-4, 5], [4, 5], [-4, -5]);
  }
}
