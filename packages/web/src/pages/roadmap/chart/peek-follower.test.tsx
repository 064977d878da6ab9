import { act, screen } from '@testing-library/react';
import { type Day, parseDay } from '@milepost/core/days';
import type { EpicArguments } from '@milepost/core/roadmap/arguments';
import { useRef } from 'react';
import { expect, test, vi } from 'vitest';
import { renderAt } from '../../../testing/page.tsx';
import type { TimelineLayout } from '../../../timeline/room.ts';
import { useRouterState } from '../../../platform/navigation/router-context.ts';
import type { EpicRowData } from '../data/rows.ts';
import { MoveStore } from '../drag/moves.ts';
import { PeekFollower } from './PeekFollower.tsx';

const reveal = vi.fn();
const active = { index: 0, reveal, note: vi.fn(), focus: vi.fn(), setReveal: vi.fn() };
const rows = ['1', '2'].map((iid) => ({ epic: { iid, group: { fullPath: 'ferry' } } })) as unknown as EpicRowData[];
const args = {} as EpicArguments;
const moves = new MoveStore();
const today = parseDay('2026-11-23') as Day;

/** A chart at the left edge of the window, whose details are 100 pixels wide, and which gets narrower beside the peek. */
function Chart({ todayX }: { todayX: number }) {
  const scroller = useRef<HTMLDivElement>(null);
  const isPeeking = useRouterState(({ shown }) => shown.peek !== '');
  const trackWidth = isPeeking ? 90 : window.innerWidth - 100;
  const layout = { scale: { xOf: () => todayX }, trackWidth, detailsWidth: 100 } as unknown as TimelineLayout;
  return (
    <div ref={scroller} data-testid="scroller" style={{ position: 'fixed', left: 0, width: 190, overflow: 'auto' }}>
      <div style={{ width: 4000, height: 10 }} />
      {isPeeking && (
        <PeekFollower
          args={args}
          scroller={scroller}
          rows={rows}
          active={active}
          layout={layout}
          today={today}
          moves={moves}
        />
      )}
    </div>
  );
}

test('the chart beside the peek keeps today in view and follows the epic; without the peek it returns', async () => {
  const { router } = await renderAt('/groups/ferry/-/roadmap', <Chart todayX={250} />);
  const { scrollLeft } = screen.getByTestId('scroller');
  const show = (peek: string) => act(() => router.navigate(`/groups/ferry/-/roadmap${peek}`));
  expect(scrollLeft).toBe(0);
  show('?peek=ferry%261');
  expect(screen.getByTestId('scroller').scrollLeft).toBe(250 - 30);
  expect(reveal).not.toHaveBeenCalled();
  show('?peek=ferry%262');
  expect(reveal).toHaveBeenCalledWith(1);
  show('');
  expect(screen.getByTestId('scroller').scrollLeft).toBe(0);
  // Scrolled since: it stays.
  show('?peek=ferry%261');
  screen.getByTestId('scroller').scrollLeft = 300;
  show('');
  expect(screen.getByTestId('scroller').scrollLeft).toBe(300);
  // Today was not in view.
  screen.getByTestId('scroller').scrollLeft = 1000;
  show('?peek=ferry%261');
  expect(screen.getByTestId('scroller').scrollLeft).toBe(1000);
});
