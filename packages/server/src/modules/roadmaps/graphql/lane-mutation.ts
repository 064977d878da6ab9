import { ValidationError } from '@milepost/core/errors';
import type { NamespaceId, WorkItemId } from '@milepost/core/ids';
import { parseGroupKey, type GroupKey } from '@milepost/core/roadmap/lanes/grouping';
import { laneKeyOf, parseLaneKey, type LaneStep } from '@milepost/core/roadmap/lanes/lane-keys';
import { defineLoader } from '../../../platform/context.ts';
import { builder } from '../../../platform/graphql/builder.ts';
import { readGlobalId } from '../../../platform/graphql/ids.ts';
import { mutation } from '../../../platform/graphql/mutations.ts';
import { namespacesById } from '../../namespaces/store.ts';
import { EpicRef } from '../../work-items/graphql.ts';
import { DatesReadInput } from '../../work-items/graphql/epic-mutations.ts';
import { datesOf, datesReadOf } from '../../work-items/graphql/inputs.ts';
import { requireLanes } from '../commands/lanes.ts';
import { moveToLane, type LaneValues } from '../commands/lane-moves.ts';
import { laneStepsOf } from '../store/lanes/own-values.ts';

const LaneValuesRef = builder.objectRef<LaneValues>('EpicLaneValues').implement({
  description: 'The values of a field that lanes are grouped by',
  fields: (t) => ({
    by: t.exposeString('by', { description: 'As `groupBy` of `epicLanes`' }),
    values: t.exposeStringList('values', { description: 'Ids, or a health status; empty for none' }),
  }),
});

const LaneValuesInput = builder.inputType('EpicLaneValuesInput', {
  description: 'Exact values of a field that lanes are grouped by: `previousValues` of a move',
  fields: (t) => ({ by: t.string({ required: true }), values: t.stringList({ required: true }) }),
});

/** `epicLaneUpdate` and `Epic.laneKey`. */
export function mutateLanes(): void {
  mutation('epicLaneUpdate', {
    description:
      'Milepost extension. Moves an epic to a lane of the roadmap: sets the values that lanes are grouped by, and dates with them',
    input: (t) => ({
      id: t.id({ required: true }),
      lane: t.string({ required: true, description: 'The key of the lane' }),
      laneRead: t.string({
        description: 'The key of the lane that was read: refused if the epic is in another lane now',
      }),
      values: t.field({
        type: [LaneValuesInput],
        description: 'Sets these values instead of those of the lane: undoes a move',
      }),
      startDateFixed: t.string(),
      startDateIsFixed: t.boolean(),
      dueDateFixed: t.string(),
      dueDateIsFixed: t.boolean(),
      datesRead: t.field({
        type: DatesReadInput,
        description: 'The dates that were read: refused if they changed since',
      }),
    }),
    resolve: (input, ctx) =>
      moveToLane(ctx, readGlobalId<'WorkItem'>(input.id, 'Epic', 'WorkItem'), {
        to: stepsIn(input.lane, 'lane'),
        read: input.laneRead ? stepsIn(input.laneRead, 'laneRead') : null,
        values: input.values ? input.values.map(readValues) : null,
        dates: { ...datesOf(input), datesRead: datesReadOf(input.datesRead) },
      }),
    payload: (t) => ({
      epic: t.field({ type: EpicRef, nullable: true, resolve: ({ result }) => result?.epic ?? null }),
      previousValues: t.field({
        type: [LaneValuesRef],
        nullable: true,
        description: 'The values that the epic had before',
        resolve: ({ result }) => result?.previous ?? null,
      }),
    }),
  });
  builder.objectField(EpicRef, 'laneKey', (t) =>
    t.string({
      nullable: true,
      description: 'Milepost extension. The key of the lane that the epic would be in as a row of the roadmap',
      args: { groupBy: t.arg.string({ required: true }), thenBy: t.arg.string() },
      resolve: async (epic, { groupBy, thenBy }, ctx) => {
        const keys = [groupBy, ...(thenBy ? [thenBy] : [])].map((text) => readGroupKey(text, 'groupBy'));
        const home = await ctx.load(namespacesById, epic.namespaceId);
        if (!home) return null;
        requireLanes(ctx, home, keys);
        return ctx.load(laneKeysOfEpics, JSON.stringify([home.rootId, home.id, keys, epic.id]));
      },
    }),
  );
}

/** The tree, a group of it, the grouping, and the epic. */
type LaneKeyRequest = [NamespaceId, NamespaceId, GroupKey[], WorkItemId];

/** Lane keys of epics: one statement for all epics of one tree of groups. */
export const laneKeysOfEpics = defineLoader<string, string>('laneKeysOfEpics', async (ctx, keys) => {
  const all = keys.map((text) => JSON.parse(text) as LaneKeyRequest);
  const found = new Map<string, string>();
  const groups = new Map<string, LaneKeyRequest[]>();
  for (const each of all) {
    const name = JSON.stringify([each[0], each[2]]);
    groups.set(name, [...(groups.get(name) ?? []), each]);
  }
  for (const group of groups.values()) {
    const [first] = group;
    const home = first && (await ctx.load(namespacesById, first[1]));
    if (!home) continue;
    const ids = group.map(([, , , id]) => id);
    const steps = await laneStepsOf(ctx, home, ids, first[2]);
    for (const each of group) {
      const own = steps.get(each[3]);
      if (own) found.set(JSON.stringify(each), laneKeyOf(own));
    }
  }
  return found;
});

function stepsIn(key: string, name: string): LaneStep[] {
  const steps = parseLaneKey(key);
  if (!steps) throw new ValidationError({ [name]: ['is invalid'] });
  return steps;
}

/** Parses the key of a grouping. Throws ValidationError. */
export function readGroupKey(text: string, name: string): GroupKey {
  const key = parseGroupKey(text);
  if (!key) throw new ValidationError({ [name]: ['is invalid'] });
  return key;
}

const readValues = ({ by, values }: { by: string; values: readonly string[] }): LaneValues => ({
  by: readGroupKey(by, 'values'),
  values,
});
