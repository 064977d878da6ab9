import { describe, expect } from 'vitest';
import { test } from '../../testing/http.ts';

const move = /* GraphQL */ `
  mutation move($input: UpdateEpicInput!) {
    updateEpic(input: $input) {
      errors
      epic {
        startDate
        dueDate
        startDateIsFixed
        dueDateIsFixed
      }
    }
  }
`;
interface Move {
  updateEpic: { errors: string[]; epic: Record<string, unknown> | null };
}

describe('dates that were read', () => {
  test('must be current, otherwise nothing changes and the last editor is named', async ({ ask, build }) => {
    const group = await build.group();
    const epic = await build.epic({ group, startDate: '2026-01-05', dueDate: '2026-02-05' });
    const base = { groupPath: group.fullPath, iid: epic.iid };
    const first = await ask<Move>('paul', move, {
      input: {
        ...base,
        startDateFixed: '2026-01-10',
        dueDateFixed: '2026-02-10',
        datesRead: { startDate: '2026-01-05', dueDate: '2026-02-05' },
      },
    });
    expect(first.data.updateEpic).toEqual({
      errors: [],
      epic: {
        startDate: '2026-01-10T00:00:00Z',
        dueDate: '2026-02-10T00:00:00Z',
        startDateIsFixed: true,
        dueDateIsFixed: true,
      },
    });
    const late = await ask<Move>('mina', move, {
      input: { ...base, startDateFixed: '2026-03-01', datesRead: { startDate: '2026-01-05', dueDate: '2026-02-05' } },
    });
    expect(late.data.updateEpic).toEqual({ errors: ['Paul Planner changed the dates meanwhile.'], epic: null });
    const clear = await ask<Move>('mina', move, {
      input: { ...base, startDateFixed: null, datesRead: { startDate: '2026-01-10', dueDate: '2026-02-10' } },
    });
    expect(clear.data.updateEpic.errors).toEqual([]);
    const emptied = await ask<Move>('mina', move, {
      input: { ...base, startDateFixed: '2026-01-01', datesRead: { dueDate: '2026-02-10' } },
    });
    expect(emptied.data.updateEpic.errors).toEqual([]);
  });

  test('a list of epics can be narrowed to some of them by id', async ({ ask, build }) => {
    const group = await build.group();
    const [one, two] = [await build.epic({ group, title: 'one' }), await build.epic({ group, title: 'two' })];
    const other = await build.epic({ title: 'of another group' });
    const { data } = await ask<{ group: { epics: { nodes: { title: string }[] } } }>(
      'gwen',
      'query ($path: ID!, $ids: [ID!]) { group(fullPath: $path) { epics(ids: $ids) { nodes { title } } } }',
      { path: group.fullPath, ids: [`gid://gitlab/Epic/${one.id}`, `gid://gitlab/Epic/${other.id}`] },
    );
    expect(data.group.epics.nodes).toEqual([{ title: 'one' }]);
    expect(two.title).toBe('two');
  });
});
