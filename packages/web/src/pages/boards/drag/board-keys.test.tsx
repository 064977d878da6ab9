import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderAt } from '../../../testing/page.tsx';
import type { Card, Cell } from '../data/board.ts';
import { countDelta, type Move } from '../data/moves.ts';
import type { ShownColumn } from '../data/shown.ts';
import { useBoardKeys } from './use-board-keys.ts';

const cardOf = (id: string) => ({ id, title: id, webPath: `/${id}` }) as Card;
const loaded: Record<string, readonly Card[]> = {
  todo: [cardOf('one')],
  done: ['two', 'three', 'four'].map(cardOf),
};
const cell = (column: string): Cell => ({ column, lane: null });

/** Columns of which only the first cards are loaded. */
function Board() {
  const [lifted, setLifted] = useState<Move | null>(null);
  const columns = Object.entries({ todo: 5, done: 143 }).map(([key, count]) => ({
    slot: { key },
    name: key,
    count: count + countDelta(lifted ? [lifted] : [], key, null).count,
    isFolded: false,
  })) as unknown as ShownColumn[];
  const keys = useBoardKeys({
    moves: {
      moves: [],
      cardsIn: ({ column }) => loaded[column] ?? [],
      show: () => undefined,
      find: (id) => (id === 'one' ? { card: cardOf('one'), cell: cell('todo') } : null),
      make: () => undefined,
      undo: () => null,
    },
    columns,
    lanes: [],
    lifted,
    setLifted,
    mayMove: true,
    onDrop: () => undefined,
  });
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div onKeyDown={keys.onKeyDown}>
      <button type="button" data-card="one">
        One
      </button>
      <p role="status">{keys.announcement}</p>
    </div>
  );
}

test('TM-BD-13: a lifted card counts itself in the column that it enters, and once', async () => {
  const { user } = await renderAt('/', <Board />);
  (await screen.findByRole('button', { name: 'One' })).focus();
  await user.keyboard(' {ArrowRight}');
  expect(await screen.findByText('Moved to done, position 1 of 144')).toBeVisible();
  await user.keyboard('{ArrowDown}');
  expect(await screen.findByText('Moved to done, position 2 of 144')).toBeVisible();
  await user.keyboard('{ArrowLeft}');
  expect(await screen.findByText('Moved to todo, position 1 of 5')).toBeVisible();
});
