import { useEffect, useRef } from 'react';
import { type IntlShape, useIntl } from 'react-intl';
import uPlot from 'uplot';
import { useIsDark } from '../../platform/settings/use-is-dark.ts';
import type { Figures } from './figures.ts';
import './uplot.css';
import styles from './Chart.module.css';

export type ChartShape = 'bars' | 'lines';

export interface ChartProps {
  label: string;
  shape: ChartShape;
  figures: Figures;
  /** Called with the row under the pointer; null without one. Must stay the same function. */
  onPoint(index: number | null): void;
}

const HEIGHT = 200;
const AXIS_HEIGHT = 28;
const AXIS_WIDTH = 44;
/** The second line of a chart is dashed: color alone does not tell the two apart. */
const looks = [
  { color: '--accent', dash: [] },
  { color: '--text-2', dash: [6, 4] },
] as const;

/** One chart on a canvas, as wide as its box. Its table is a component of its own. */
export function Chart({ label, shape, figures, onPoint }: ChartProps) {
  const intl = useIntl();
  const box = useRef<HTMLDivElement>(null);
  const isDark = useIsDark();
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const positions = figures.rows.map((_row, index) => index);
    const data = [positions, ...figures.series.map(({ values }) => [...values])] as uPlot.AlignedData;
    const chart = new uPlot(optionsOf(element, shape, figures, intl, onPoint), data, element);
    const observer = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: HEIGHT }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      chart.destroy();
    };
    // A canvas keeps its colors: another theme draws it again.
  }, [shape, figures, intl, onPoint, isDark]);
  return <div ref={box} className={styles.plot} role="img" aria-label={label} />;
}

function optionsOf(
  element: HTMLElement,
  shape: ChartShape,
  { rows, series }: Figures,
  { formatNumber }: IntlShape,
  onPoint: ChartProps['onPoint'],
): uPlot.Options {
  const color = (token: string): string => colorOf(element, token);
  const { fontSize, fontFamily } = getComputedStyle(element);
  const font = `${fontSize} ${fontFamily}`;
  const letter = Number.parseFloat(fontSize) * 0.6;
  const labelWidth = Math.max(...rows.map(({ tick }) => tick.length)) * letter + 16;
  const unit = series[0]?.unit ?? 'count';
  const axis = { stroke: color('--text-3'), font, ticks: { show: false } };
  const line = color('--line');
  return {
    width: element.clientWidth,
    height: HEIGHT,
    padding: [8, 8, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { show: shape === 'lines' } },
    scales: {
      // Periods are equally wide, also a first week of three days.
      x: { time: false, range: [-0.5, rows.length - 0.5] },
      y: { range: (_chart, _min, max) => [0, Math.max(max * 1.1, leastTop[unit])] },
    },
    axes: [
      {
        ...axis,
        size: AXIS_HEIGHT,
        grid: { show: false },
        splits: (chart) => everyFew(rows.length, chart.width - AXIS_WIDTH, labelWidth),
        values: (_chart, splits) => splits.map((index) => rows[index]?.tick ?? ''),
      },
      {
        ...axis,
        size: AXIS_WIDTH,
        grid: { stroke: line, width: 1 },
        ...(unit === 'count' && { incrs: wholeSteps }),
        values: (_chart, splits) =>
          splits.map((value) =>
            unit === 'percent' ? formatNumber(value / 100, { style: 'percent' }) : formatNumber(value),
          ),
      },
    ],
    series: [
      {},
      ...series.map((_series, index): uPlot.Series => {
        const { color: token, dash } = looks[index] ?? looks[0];
        const stroke = color(token);
        return shape === 'bars'
          ? { fill: stroke, width: 0, paths: uPlot.paths.bars?.({ size: [0.7, 48] }), points: { show: false } }
          : { stroke, width: 2, dash: [...dash], points: { show: true, size: 6, fill: stroke } };
      }),
    ],
    hooks: { setCursor: [(chart) => onPoint(chart.cursor.idx ?? null)] },
  };
}

/** The upper end of an axis whose values are all smaller. */
const leastTop = { count: 2, days: 1, percent: 10 } as const;

/** 1, 2, 5, 10, 20, 50, …: half an issue is no mark of an axis. */
const wholeSteps = Array.from({ length: 8 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat();

/** The positions whose labels have room. */
function everyFew(count: number, width: number, labelWidth: number): number[] {
  const step = Math.max(1, Math.ceil((count * labelWidth) / Math.max(width, labelWidth)));
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step);
}

/** The color of a token as a canvas takes it: the value of a custom property may be a function. */
function colorOf(element: HTMLElement, token: string): string {
  element.style.color = `var(${token})`;
  const { color } = getComputedStyle(element);
  element.style.color = '';
  return color;
}
