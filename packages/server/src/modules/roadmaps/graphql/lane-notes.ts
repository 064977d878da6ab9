import type { NamespaceId, WorkItemId } from '@milepost/core/ids';
import type { GroupKey } from '@milepost/core/roadmap/lanes/grouping';
import { groupKindOf, parseLaneKey } from '@milepost/core/roadmap/lanes/lane-keys';
import { defineLoader, type Context } from '../../../platform/context.ts';
import { builder } from '../../../platform/graphql/builder.ts';
import { namespacesById, type Namespace } from '../../namespaces/store.ts';
import { EpicRef } from '../../work-items/graphql.ts';
import type { WorkItem } from '../../work-items/store.ts';
import { requireLanes } from '../commands/lanes.ts';
import { otherValuesOf } from '../store/lanes/other-values.ts';
import { laneKeysOfEpics, readGroupKey } from './lane-mutation.ts';

/** How the value of an epic that decides its lane came about. */
interface LaneNote {
  by: GroupKey;
  isFromIssues: boolean;
  others: readonly string[];
}

const LaneNoteRef = builder.objectRef<LaneNote>('EpicLaneNote').implement({
  description: 'Why an epic is in its lane',
  fields: (t) => ({
    by: t.exposeString('by', { description: 'As `groupBy` of `epicLanes`' }),
    isFromIssues: t.exposeBoolean('isFromIssues', {
      description: 'Whether the value is that of its direct child issues, because it has none itself',
    }),
    others: t.exposeStringList('others', { description: 'The other values that it has, by name' }),
  }),
});

/** `Epic.laneNotes`. */
export function extendLaneNotes(): void {
  builder.objectField(EpicRef, 'laneNotes', (t) =>
    t.field({
      type: [LaneNoteRef],
      description:
        'Milepost extension. What the lane of the epic does not say: for each level with a milestone of its issues, or with several values',
      args: { groupBy: t.arg.string({ required: true }), thenBy: t.arg.string() },
      resolve: async (epic, { groupBy, thenBy }, ctx) => {
        const keys = [groupBy, ...(thenBy ? [thenBy] : [])].map((text) => readGroupKey(text, 'groupBy'));
        const home = await ctx.load(namespacesById, epic.namespaceId);
        if (!home) return [];
        requireLanes(ctx, home, keys);
        const notes = await Promise.all(keys.map((by) => noteOf(ctx, home, epic, by)));
        return notes.filter(({ isFromIssues, others }) => isFromIssues || others.length > 0);
      },
    }),
  );
}

async function noteOf(ctx: Context, home: Namespace, epic: WorkItem, by: GroupKey): Promise<LaneNote> {
  const note: LaneNote = { by, isFromIssues: false, others: [] };
  const kind = groupKindOf(by);
  if (kind === 'MILESTONE') {
    const key = await ctx.load(laneKeysOfEpics, JSON.stringify([home.rootId, home.id, [by], epic.id]));
    const value = parseLaneKey(key ?? '')?.[0]?.value ?? null;
    return { ...note, isFromIssues: value !== null && value !== String(epic.milestoneId) };
  }
  if (kind !== 'ASSIGNEE' && kind !== 'FIELD') return note;
  const others = await ctx.load(otherValues, JSON.stringify([home.rootId, by, epic.id]));
  return { ...note, others: others ?? [] };
}

/** The tree, the grouping, and the epic. */
type NoteRequest = [NamespaceId, GroupKey, WorkItemId];

/** One statement for all epics of one tree of groups. */
const otherValues = defineLoader<string, readonly string[]>('otherValuesOfLane', async (ctx, keys) => {
  const all = keys.map((key) => ({ key, request: JSON.parse(key) as NoteRequest }));
  const found = new Map<string, readonly string[]>();
  const groups = new Map<string, typeof all>();
  for (const each of all) {
    const name = JSON.stringify(each.request.slice(0, 2));
    groups.set(name, [...(groups.get(name) ?? []), each]);
  }
  for (const group of groups.values()) {
    const [first] = group;
    if (!first) continue;
    const [rootId, by] = first.request;
    const ids = group.map(({ request: [, , id] }) => id);
    const values = await otherValuesOf(ctx, rootId, ids, by);
    for (const {
      key,
      request: [, , id],
    } of group)
      found.set(key, values.get(id) ?? []);
  }
  return found;
});
