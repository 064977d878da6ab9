import { lazy, Suspense, useState } from 'react';
import { TriangleAlert } from 'lucide-react';
import { useIntl } from 'react-intl';
import { Icon } from '../../../ui/button/Icon.tsx';
import type { DependencyLine } from './dependency-lines.ts';
import styles from './dependencies.module.css';
import type { LinePopoverProps } from './LinePopover.tsx';
import { dependencyMessages as messages } from './messages.ts';

const LinePopover = lazy(() => import('./LinePopover.tsx').then((module) => ({ default: module.LinePopover })));

interface LinesProps {
  lines: readonly DependencyLine[];
  /** Those of the row in hand. */
  ownKeys: ReadonlySet<string>;
  lagOf: LinePopoverProps['lagOf'];
  top: number;
  width: number;
}

/** The drawing of lines, with pills and badges, and the popover of the pressed one. */
export function Lines({ lines, ownKeys, lagOf, top, width }: LinesProps) {
  const { formatMessage } = useIntl();
  const [open, setOpen] = useState<{ key: string; anchor: Element } | null>(null);
  const opened = open && lines.find(({ key }) => key === open.key);
  const show = (key: string) => (event: { currentTarget: Element }) => setOpen({ key, anchor: event.currentTarget });
  const others = lines.filter(({ key }) => !ownKeys.has(key));
  const own = lines.filter(({ key }) => ownKeys.has(key));
  return (
    <>
      <svg className={styles.lines} style={{ top, width }} aria-hidden="true" data-dependencies={lines.length}>
        {looks.map(({ isWrong, isOwn }) => (
          <Strokes
            key={`${isWrong} ${isOwn}`}
            lines={(isOwn ? own : others).filter((line) => line.isWrong === isWrong)}
            isWrong={isWrong}
            isOwn={isOwn}
          />
        ))}
        {lines.map(({ key, hit }) => (
          <path key={key} d={hit} data-hit data-line={key} onClick={show(key)} />
        ))}
      </svg>
      {/* For the pointer: by keys, the cards and the peek of an epic list its links. */}
      <div className={styles.notes} style={{ top }} aria-hidden="true">
        {lines.map(({ key, note, links }) => {
          const early = links[0]?.early ?? null;
          const count = links.length;
          return [
            early !== null && (
              <button
                key={key}
                type="button"
                tabIndex={-1}
                data-kind="early"
                style={{ left: note.x, top: note.y }}
                onClick={show(key)}
              >
                <Icon of={TriangleAlert} size={12} />
                {formatMessage(messages.early, { days: early })}
              </button>
            ),
            count > 1 && (
              <button
                key={`${key} count`}
                type="button"
                tabIndex={-1}
                data-kind="count"
                style={{ left: note.x, top: early === null ? note.y : note.y + 22 }}
                onClick={show(key)}
              >
                {count}
              </button>
            ),
          ];
        })}
      </div>
      {open && opened && (
        <Suspense fallback={null}>
          <LinePopover anchor={open.anchor} line={opened} lagOf={lagOf} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  );
}

/** Later lines are drawn on top: those in conflict over the others. */
const looks = [false, true].flatMap((isWrong) => [false, true].map((isOwn) => ({ isWrong, isOwn })));

interface StrokesProps {
  lines: readonly DependencyLine[];
  isWrong: boolean;
  isOwn: boolean;
}

/** Lines of one style share one path, however many there are. */
function Strokes({ lines, isOwn, isWrong }: StrokesProps) {
  if (lines.length === 0) return null;
  const dashed = lines.map((line) => line.dashed).join('');
  return (
    <g data-own={isOwn || undefined} data-wrong={isWrong || undefined}>
      <path d={lines.map(({ line }) => line).join('')} />
      {dashed !== '' && <path d={dashed} data-rolled-up />}
      <path d={lines.map(({ head }) => head).join('')} data-head />
      {lines.map(({ key, dot }) => (
        <circle key={key} cx={dot.x} cy={dot.y} r={3} />
      ))}
    </g>
  );
}
