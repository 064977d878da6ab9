import type { SnapshotId } from '@milepost/core/ids';
import { expect } from 'vitest';
import { castNames, type CastName } from '../../testing/cast.ts';
import { test, type Call } from '../../testing/http.ts';
import { createSnapshot } from '../snapshots/commands.ts';
import { runSnapshot } from '../snapshots/commands/saving.ts';
import { postStatusUpdate } from '../status-updates/commands.ts';

type Verb = Parameters<Call>[1];

/** The calls of lanes, counts, snapshots, schedules, limits and status updates: those that read, and who may use the others. */
const reading = [
  'roadmap_lanes?group_by=HEALTH',
  'roadmap_lanes?group_by=LABEL:stage&then_by=PARENT',
  'roadmap_summary',
  'roadmap.csv?columns=lane&group_by=HEALTH',
  'roadmap_stale_limit',
  'roadmap_snapshots',
  'roadmap_snapshots/{snapshot}',
  'roadmap_snapshots/{snapshot}/compare.csv',
  'roadmap_snapshot_schedule',
  'epics/{epic}/status_updates',
] as const;
const writing: readonly (readonly [Verb, string, object, number, 'planner' | 'maintainer'])[] = [
  ['POST', 'roadmap_snapshots', { name: 'Plan of {who}' }, 201, 'planner'],
  ['POST', 'epics/{epic}/status_updates', { health: 'at_risk', text: 'Late' }, 201, 'planner'],
  ['PUT', 'roadmap_snapshot_schedule', { frequency: 'weekly' }, 200, 'maintainer'],
  ['PUT', 'roadmap_stale_limit', { days: 14 }, 200, 'maintainer'],
];
const planners: readonly CastName[] = ['paul', 'rita', 'dana', 'mina', 'ada', 'root'];
const maintainers: readonly CastName[] = ['mina', 'ada', 'root'];

test('RX-PM-07: everyone in a private group reads all results, the server refuses what their role may not change, and to outsiders nothing is there', async ({
  build,
  as,
  ask,
  call,
  world,
}) => {
  const group = await build.group();
  const open = await build.group({ visibility: 'public' });
  const epic = await build.epic({ group, healthStatus: 'at_risk', startDate: '2025-01-01' });
  await build.label({ namespace: group, title: 'stage::beta', on: [epic] });
  await postStatusUpdate(as('paul'), epic.id, { health: 'at_risk', text: 'Blocked' });
  const snapshot = await createSnapshot(as('paul'), group, { name: 'Plan' });
  await runSnapshot(world.services, snapshot.id);
  const fill = (path: string) => path.replace('{snapshot}', String(snapshot.id)).replace('{epic}', String(epic.iid));
  const statusOf = async (who: CastName, verb: Verb, path: string, input?: object) => {
    const named = input && (JSON.parse(JSON.stringify(input).replace('{who}', who)) as object);
    const { status, body } = await call<{ id: SnapshotId } | null>(who, verb, path, named);
    // Only a few may wait to be saved.
    if (status === 201 && path.endsWith('roadmap_snapshots') && body) await runSnapshot(world.services, body.id);
    return status;
  };

  for (const who of castNames) {
    const isOutside = ['nobody', 'otto'].includes(who);
    for (const path of reading) {
      const status = await statusOf(who, 'GET', `/groups/${group.id}/${fill(path)}`);
      // A group that does not exist answers an outsider the same.
      const missing = await statusOf(who, 'GET', `/groups/999999/${fill(path)}`);
      expect([who, path, status]).toEqual([who, path, isOutside ? missing : 200]);
      expect(missing).toBe(404);
    }
    for (const [verb, path, input, done, role] of writing) {
      const may = (role === 'planner' ? planners : maintainers).includes(who);
      const refused = who === 'nobody' ? 401 : isOutside ? 404 : 403;
      const status = await statusOf(who, verb, `/groups/${group.id}/${fill(path)}`, input);
      expect([who, verb, path, status]).toEqual([who, verb, path, may ? done : refused]);
    }
    const deleted = await statusOf(who, 'DELETE', `/groups/${open.id}/roadmap_snapshots/${snapshot.id}`);
    // The snapshot of another group is none of this one.
    expect([who, deleted]).toEqual([who, who === 'nobody' ? 401 : 404]);
  }

  // GraphQL: a guessed snapshot, epic or lane key answers like one that does not exist.
  const read = `{ group(fullPath: "${group.fullPath}") { epicLanes(groupBy: "HEALTH") { nodes { key } }
    epics(lane: "HEALTH=at_risk") { count } epicSummary { count } roadmapSnapshots { nodes { id } }
    roadmapSnapshotComparison(from: "${snapshot.id}") { counts { added } } } }`;
  const move = (
    id: number,
  ) => `mutation { epicLaneUpdate(input: { id: "gid://gitlab/Epic/${id}", lane: "HEALTH=on_track" }) {
    errors epic { id } } }`;
  const drop = (id: number) =>
    `mutation { roadmapSnapshotDelete(input: { id: "gid://gitlab/RoadmapSnapshot/${id}" }) { errors } }`;
  for (const who of ['nobody', 'otto'] as const) {
    expect((await ask(who, read)).data).toEqual({ group: null });
    for (const mutation of [move, drop]) {
      const [guessed, missing] = await Promise.all([
        ask(who, mutation(mutation === move ? epic.id : snapshot.id)),
        ask(who, mutation(999_999)),
      ]);
      expect([who, guessed]).toEqual([who, missing]);
    }
  }
  for (const answer of [await ask('gwen', move(epic.id)), await ask('gwen', drop(snapshot.id))])
    expect(JSON.stringify(answer)).toMatch(/permission|not allowed|FORBIDDEN/i);
  const { data } = await ask<{ group: { epics: { count: number } } }>('gwen', read);
  expect(data.group.epics.count).toBe(1);
});
