import { describe, expect } from 'vitest';
import { test } from '../../../testing/http.ts';
import { updateWorkItem } from '../../work-items/commands.ts';

interface Listed {
  project: { issues: { count: number; nodes: { title: string }[] } };
}

describe('issues of iterations over GraphQL', () => {
  test('issues are listed by iteration, by words for iterations, and by epic', async ({ as, ask, build }) => {
    const group = await build.group({ path: 'by-iteration' });
    const project = await build.project({ group, path: 'site' });
    const cadence = await build.cadence({ group, isAutomatic: false });
    const now = new Date().toISOString().slice(0, 10);
    const current = await build.iteration({ cadence, title: 'now', startDate: now, dueDate: now });
    const past = await build.iteration({ cadence, title: 'past', startDate: '2020-01-01', dueDate: '2020-01-14' });
    const epic = await build.epic({ group, title: 'theme' });
    const a = await build.issue({ project, title: 'a', parent: epic });
    const b = await build.issue({ project, title: 'b' });
    await build.issue({ project, title: 'c' });
    await updateWorkItem(as('ada'), a.id, { iterationId: current.id });
    await updateWorkItem(as('ada'), b.id, { iterationId: past.id });
    const list = async (args: string) => {
      const query = `{ project(fullPath: "by-iteration/site") { issues(${args}, sort: TITLE_ASC) { count nodes { title } } } }`;
      const { data, errors } = await ask<Listed>('ada', query);
      expect(errors).toBeUndefined();
      const { count, nodes } = data.project.issues;
      expect(count).toBe(nodes.length);
      return nodes.map(({ title }) => title);
    };
    const id = (iteration: typeof past) => `"gid://gitlab/Iteration/${iteration.id}"`;
    expect(await list(`iterationId: [${id(past)}]`)).toEqual(['b']);
    expect(await list(`iterationId: [${id(past)}, ${id(current)}]`)).toEqual(['a', 'b']);
    expect(await list('iterationWildcardId: CURRENT')).toEqual(['a']);
    expect(await list('iterationWildcardId: ANY')).toEqual(['a', 'b']);
    expect(await list('iterationWildcardId: NONE')).toEqual(['c']);
    expect(await list('not: { iterationWildcardId: CURRENT }')).toEqual(['b', 'c']);
    expect(await list(`not: { iterationId: [${id(past)}] }`)).toEqual(['a', 'c']);
    expect(await list(`iterationCadenceId: ["gid://gitlab/Iterations::Cadence/${cadence.id}"]`)).toEqual(['a', 'b']);
    expect(await list(`epicId: "gid://gitlab/Epic/${epic.id}"`)).toEqual(['a']);
    expect(await list('epicWildcardId: NONE')).toEqual(['b', 'c']);
    expect(await list('milestoneWildcardId: NONE, assigneeWildcardId: NONE, weightWildcardId: NONE')).toHaveLength(3);
  });

  test('an iteration is set under either name', async ({ ask, build }) => {
    const group = await build.group({ path: 'two-names' });
    const cadence = await build.cadence({ group, isAutomatic: false });
    for (const [name, type, day] of [
      ['createIteration', 'CreateIterationInput', '01'],
      ['iterationCreate', 'iterationCreateInput', '15'],
    ]) {
      const mutation = `mutation ($input: ${type}!) { ${name}(input: $input) { errors iteration { title startDate } } }`;
      const { data } = await ask('ada', mutation, {
        input: {
          groupPath: 'two-names',
          iterationsCadenceId: `gid://gitlab/Iterations::Cadence/${cadence.id}`,
          title: name,
          startDate: `2026-03-${day}`,
          dueDate: `2026-03-${Number(day) + 10}`,
        },
      });
      expect(data).toMatchObject({ [String(name)]: { errors: [], iteration: { title: name } } });
    }
  });
});
