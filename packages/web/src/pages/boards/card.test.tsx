import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderAt } from '../../testing/page.tsx';
import { BoardContext, type BoardScene } from './board-context.ts';
import { CardView } from './CardView.tsx';
import type { Card, Cell } from './data/board.ts';

const labels = ['priority::medium', 'customer-request', 'accessibility'].map((title) => ({
  id: title,
  title,
  color: '#c91c00',
  description: null,
}));

async function footOf(project: string): Promise<{ name: HTMLElement; labels: HTMLElement }> {
  const card = {
    id: project,
    iid: '21',
    title: `Of ${project}`,
    state: 'opened',
    type: 'ISSUE',
    weight: 2,
    webPath: `/works/${project}/-/issues/21`,
    reference: `works/${project}#21`,
    labels: { nodes: labels },
    assignees: { nodes: [] },
  } as unknown as Card;
  const scene = { hasManyProjects: true, mayMove: false, columns: [] } as unknown as BoardScene;
  await renderAt(
    '/',
    <BoardContext value={scene}>
      <div style={{ width: 244 }}>
        <CardView card={card} cell={{} as Cell} isFocused look="plain" />
      </div>
    </BoardContext>,
  );
  const name = await screen.findByText(project);
  return { name, labels: name.parentElement?.nextElementSibling as HTMLElement };
}

test('labels that wrap do not cut the name of the project', async () => {
  const { name } = await footOf('dispatch');
  expect(name.scrollWidth).toBeLessThanOrEqual(name.clientWidth);
});

test('a long name of a project leaves room for labels', async () => {
  const { name, labels: chips } = await footOf('kubernetes-enhancement-proposals');
  expect(name.scrollWidth).toBeGreaterThan(name.clientWidth);
  expect(chips.clientWidth).toBeGreaterThan(60);
});
