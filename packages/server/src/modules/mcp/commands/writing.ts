import type { ChangeSetId } from '@milepost/core/ids';
import { ValidationError } from '@milepost/core/errors';
import { workItemTypes } from '@milepost/core/work-items';
import { Type, type Static } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import { applyChanges, MAX_CHANGES, undoChangeSet, type WantedChange } from '../../change-sets/commands.ts';
import { itemFields } from '../../change-sets/commands/fields.ts';
import { presentChange } from './presenting.ts';

const closed = { additionalProperties: false } as const;
const reference = Type.String({
  minLength: 1,
  maxLength: 1_000,
  description: 'Reference (group&5, group/project#3) or address of the page of an epic or issue',
});
const title = Type.String({ minLength: 1, maxLength: 255 });
const home = Type.String({
  minLength: 1,
  maxLength: 1_000,
  description: 'Full path: a group for an epic, a project for anything else',
});
const type = Type.Enum([...workItemTypes]);
const state = Type.Enum(['opened', 'closed']);
const body = Type.String({ minLength: 1, maxLength: 1_000_000, description: 'Markdown' });
const internal = Type.Optional(Type.Boolean({ default: false, description: 'For members from planner up only' }));

export const createInput = Type.Object({ in: home, type, title, ...itemFields }, closed);
export const updateInput = Type.Object(
  { item: reference, title: Type.Optional(title), state: Type.Optional(state), ...itemFields },
  closed,
);
export const commentInput = Type.Object({ item: reference, body, internal }, closed);

const change = Type.Object(
  {
    action: Type.Enum(['create', 'update', 'comment'], {
      description: 'create needs in, type and title; update needs item; comment needs item and body',
    }),
    name: Type.Optional(
      Type.String({
        pattern: String.raw`^[\w-]{1,50}$`,
        description: 'Of a new item: later changes name it new:NAME, as item or parent',
      }),
    ),
    in: Type.Optional(home),
    type: Type.Optional(type),
    item: Type.Optional(reference),
    title: Type.Optional(title),
    state: Type.Optional(state),
    body: Type.Optional(body),
    internal,
    ...itemFields,
  },
  closed,
);

export const planInput = Type.Object(
  {
    dry_run: Type.Optional(
      Type.Boolean({ default: true, description: 'True: only answers what would change. False: makes the changes' }),
    ),
    changes: Type.Optional(Type.Array(change, { minItems: 1, maxItems: MAX_CHANGES })),
    undo: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Instead of changes: undoes this change_set of yours' }),
    ),
  },
  closed,
);

export function createItem(ctx: Context, input: Static<typeof createInput>): Promise<object> {
  return change1(ctx, { action: 'create', ...input });
}

export function updateItem(ctx: Context, input: Static<typeof updateInput>): Promise<object> {
  return change1(ctx, { action: 'update', ...input });
}

export function commentOnItem(ctx: Context, input: Static<typeof commentInput>): Promise<object> {
  return change1(ctx, { action: 'comment', ...input });
}

async function change1(ctx: Context, wanted: WantedChange): Promise<object> {
  const { changeSetId, shown } = await applyChanges(ctx, [wanted], async (within, [applied]) =>
    applied ? presentChange(within, applied, false) : {},
  );
  return { ...shown, change_set: changeSetId };
}

/** Makes or previews changes, or undoes earlier ones. Throws ValidationError for incomplete changes. */
export async function plan(ctx: Context, input: Static<typeof planInput>): Promise<object> {
  const { dry_run: isDryRun = true, changes, undo } = input;
  if ((changes === undefined) === (undo === undefined)) {
    throw new ValidationError({ base: ['Give either changes or undo'] });
  }
  if (undo !== undefined) {
    if (isDryRun) throw new ValidationError({ base: ['An undo has no dry run: pass dry_run false'] });
    await undoChangeSet(ctx, undo as ChangeSetId);
    return { dry_run: false, undone: undo };
  }
  const wanted = (changes ?? []).map(wantedChange);
  const { changeSetId, shown } = await applyChanges(
    ctx,
    wanted,
    (within, applied) => Promise.all(applied.map((each) => presentChange(within, each, isDryRun))),
    { isDryRun },
  );
  return { dry_run: isDryRun, changes: shown, change_set: changeSetId };
}

function wantedChange(given: Static<typeof change>, index: number): WantedChange {
  const {
    action,
    name,
    in: path,
    type: kind,
    item,
    title: heading,
    state: next,
    body: text,
    internal,
    ...fields
  } = given;
  const missing = (names: string): never => {
    throw new ValidationError({ [`changes/${index}`]: [`needs ${names} to ${action}`] });
  };
  switch (action) {
    case 'create':
      if (path === undefined || kind === undefined || heading === undefined) return missing('in, type and title');
      return { action, in: path, type: kind, title: heading, ...(name !== undefined && { name }), ...fields };
    case 'comment':
      if (item === undefined || text === undefined) return missing('item and body');
      return { action, item, body: text, ...(internal !== undefined && { internal }) };
    default:
      if (item === undefined) return missing('item');
      return {
        action: 'update',
        item,
        ...(heading !== undefined && { title: heading }),
        ...(next !== undefined && { state: next }),
        ...fields,
      };
  }
}
