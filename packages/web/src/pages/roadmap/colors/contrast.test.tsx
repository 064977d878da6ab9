import { cleanup, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { textColorOn } from '@milepost/core/labels';
import { epicNode, epicsAnswer, openRoadmap } from '../../../testing/roadmap-page.tsx';

afterEach(() => {
  cleanup();
  document.documentElement.style.colorScheme = '';
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const TEXT = 4.5;
const GRAPHIC = 3;

type Rgb = [number, number, number];

/** Channels from 0 to 1 of a computed color. */
function channels(color: string): Rgb {
  const parts = [...color.matchAll(/[\d.]+(?:e-\d+)?/g)].map(Number);
  return (color.startsWith('color(') ? parts : parts.map((part) => part / 255)).slice(0, 3) as Rgb;
}

function luminance(color: string): number {
  const [red, green, blue] = channels(color).map((part) =>
    part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  ) as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const health = (own: 'onTrack' | 'needsAttention' | 'atRisk' | null) => ({
  own,
  issuesOnTrack: 0,
  issuesNeedingAttention: 0,
  issuesAtRisk: 0,
});
const colors = [
  '#1068bf',
  '#217645',
  '#c91c00',
  '#9e5400',
  '#694cc0',
  '#000000',
  '#ffffff',
  '#ffff00',
  '#00ff00',
  '#00ffff',
];
const healths = ['atRisk', 'needsAttention', 'onTrack', null] as const;
const shares = [null, 0, 30, 70, 100];

/** Every color with every health, every class of progress, overdue and closed ones, each in a group of its own. */
const epics = [...colors.flatMap((color) => healths.map((own) => ({ color, own }))), ...shares].map((given, index) => {
  const closed = typeof given === 'number' ? given : typeof given === 'object' && given !== null ? 50 : 0;
  const isEmpty = given === null;
  return epicNode({
    title: `Epic number ${index}`,
    color: typeof given === 'object' && given !== null ? given.color : '#1068bf',
    healthStatus: health(typeof given === 'object' && given !== null ? given.own : null),
    labels: {
      nodes: [
        {
          id: `gid://gitlab/GroupLabel/${index % colors.length}`,
          title: `tone::${index % colors.length}`,
          description: null,
          color: colors[index % colors.length] as string,
          textColor: '#ffffff',
        },
      ],
    },
    group: {
      id: `g${index % 9}`,
      name: `G${index % 9}`,
      fullName: `G${index % 9}`,
      fullPath: `kubernetes/${index % 9}`,
    },
    dueDate: index % 3 === 0 ? '2025-07-10' : '2025-08-31',
    state: index % 7 === 6 ? 'closed' : 'opened',
    descendantWeightSum: isEmpty
      ? { closedIssues: 0, openedIssues: 0 }
      : { closedIssues: closed, openedIssues: 100 - closed },
  });
});

test('RX-CB-10: texts on and beside bars reach 4.5:1, edges, marks and hatches 3:1, in both themes, on every fill, hover and selection; meanings have shapes', async () => {
  for (const theme of ['light', 'dark']) {
    document.documentElement.style.colorScheme = theme;
    expect(await failuresOfSolidBars()).toEqual([]);
    expect(await failuresOfSoftBars()).toEqual([]);
  }
});

/** Solid bars, and what is drawn in the same colors whatever the fills are: ghosts and the headers of lanes. */
async function failuresOfSolidBars(): Promise<string[]> {
  // Every lightness, with grays of which neither white nor dark text is readable.
  const grays = Array.from({ length: 33 }, (_each, index) => {
    const part = Math.min(255, index * 8)
      .toString(16)
      .padStart(2, '0');
    return `#${part}${part}${part}`;
  });
  const solid = [...colors, ...grays].map((color, index) =>
    epicNode({
      title: `Solid bar number ${index}`,
      color,
      textColor: textColorOn(color),
      dueDate: '2025-12-31',
      descendantWeightSum: { closedIssues: 50, openedIssues: 50 },
    }),
  );
  const { container } = openRoadmap({ roadmapGroupEpicsWithColor: () => epicsAnswer(solid) });
  container.style.height = '4000px';
  await waitFor(() => expect(container.querySelectorAll('a[data-progress]').length).toBe(solid.length));
  const probe = document.createElement('i');
  container.append(probe);
  const failures: string[] = [];
  const check = (what: string, color: string, ground: string, least: number, within: Element) => {
    within.append(probe);
    const [front, back] = [color, ground].map((each) => {
      probe.style.background = each;
      return getComputedStyle(probe).backgroundColor;
    }) as [string, string];
    const found = contrast(front, back);
    if (found < least) failures.push(`${what} on ${ground}: ${found.toFixed(2)}`);
  };
  const grounds = ['var(--surface)', 'var(--surface-hover)', 'var(--surface-selected)'];
  for (const bar of container.querySelectorAll<HTMLElement>('a[data-progress]')) {
    const name = bar.style.getPropertyValue('--bar');
    const text = getComputedStyle(bar).color;
    const done = 'color-mix(in srgb, var(--bar) 78%, var(--shade))';
    for (const fill of ['var(--bar)', done]) check(`text ${name}`, text, fill, TEXT, bar);
    for (const ground of grounds) check(`edge ${name}`, 'var(--bar-edge)', ground, GRAPHIC, bar);
  }
  for (const ground of grounds) {
    check('ghost', 'var(--text-3)', ground, GRAPHIC, container);
    for (const text of ['var(--text)', 'var(--text-2)', 'var(--danger)']) check('drift', text, ground, TEXT, container);
  }
  const headers = ['var(--surface-sunken)', 'color-mix(in srgb, var(--text) 3%, var(--surface))', ...grounds];
  for (const ground of headers) {
    for (const text of ['var(--text)', 'var(--text-2)', 'var(--danger)']) check('lane', text, ground, TEXT, container);
    for (const mark of ['var(--health-on-track)', 'var(--health-needs-attention-mark)', 'var(--health-at-risk-mark)'])
      check('lane mark', mark, ground, GRAPHIC, container);
  }
  cleanup();
  return failures;
}

async function failuresOfSoftBars(): Promise<string[]> {
  const failures: string[] = [];
  for (const query of [
    'density=COMPACT',
    'color_by=HEALTH',
    'color_by=PROGRESS',
    'color_by=GROUP',
    'color_by=LABEL:tone',
  ]) {
    const { container } = openRoadmap(
      {
        roadmapGroupEpicsWithColor: () => epicsAnswer(epics),
        roadmapSignals: () => ({
          group: {
            id: 'g',
            epics: {
              nodes: epics.map(({ id }) => ({
                id,
                signalDetails: [
                  { name: 'BEHIND', days: null, done: 1, elapsed: 2 },
                  { name: 'STALE', days: 40, done: null, elapsed: null },
                ],
              })),
            },
          },
        }),
      },
      `?${query}`,
    );
    container.style.height = '4000px';
    await waitFor(() => expect(container.querySelectorAll('a[data-soft]').length).toBe(epics.length));
    await waitFor(() => expect(container.querySelectorAll('[data-signal]').length).toBeGreaterThan(epics.length));
    for (const bar of container.querySelectorAll<HTMLElement>('a[data-soft]')) {
      const probe = document.createElement('i');
      bar.append(probe);
      const resolved = (color: string) => {
        probe.style.background = color;
        return getComputedStyle(probe).backgroundColor;
      };
      const compare = (what: string, color: string, ground: string, least: number) => {
        const found = contrast(color, resolved(ground));
        if (found < least)
          failures.push(`${query} ${bar.style.getPropertyValue('--tone')} ${what} on ${ground}: ${found}`);
      };
      const { backgroundImage } = getComputedStyle(bar);
      const edge = resolved('var(--edge)');
      if (bar.dataset['end'] === undefined && !backgroundImage.includes(`to left, ${edge} 1px`))
        failures.push(`${query} no end: ${backgroundImage}`);
      const row = bar.closest('[role=row]');
      const mark = bar.querySelector<HTMLElement>('[data-mark]');
      for (const fill of ['var(--soft)', 'var(--soft-done)']) {
        compare('text', getComputedStyle(bar).color, fill, TEXT);
        if (mark) {
          const { backgroundColor, borderBottomColor } = getComputedStyle(mark);
          compare('mark', mark.dataset['mark'] === 'closed' ? borderBottomColor : backgroundColor, fill, GRAPHIC);
        }
      }
      for (const ground of ['var(--surface)', 'var(--surface-hover)', 'var(--surface-selected)']) {
        // The start and, if it is not clipped, the end.
        compare('edge', resolved('var(--edge)'), ground, GRAPHIC);
        for (const note of row?.querySelectorAll<HTMLElement>('[data-note]') ?? [])
          compare('note', getComputedStyle(note).color, ground, TEXT);
        for (const signal of row?.querySelectorAll<HTMLElement>('[data-signal]') ?? [])
          compare('signal', getComputedStyle(signal).color, ground, GRAPHIC);
        if (row?.querySelector('[class*="late"]'))
          compare('hatch', resolved('color-mix(in srgb, var(--danger) 72%, var(--surface))'), ground, GRAPHIC);
      }
      probe.remove();
    }
    // Each meaning has a shape or text: no mark is told by its color alone.
    const shapeOf = (name: string) => {
      const found = container.querySelector(`i[data-mark="${name}"]`);
      const { clipPath, rotate, borderBottomWidth } = found
        ? getComputedStyle(found)
        : ({} as Partial<CSSStyleDeclaration>);
      return [clipPath, rotate, borderBottomWidth].join();
    };
    if (new Set(['closed', 'needsAttention', 'atRisk'].map(shapeOf)).size < 3) failures.push(`${query}: equal shapes`);
    cleanup();
  }
  return failures;
}
