import type { builder } from '../../../platform/graphql/builder.ts';
import { readGlobalId } from '../../../platform/graphql/ids.ts';
import { mutation } from '../../../platform/graphql/mutations.ts';
import { deleteView, restoreView, updateView, type ViewKey } from '../commands.ts';
import type { SavedView } from '../store.ts';

type PayloadBuilder = Parameters<Parameters<typeof mutation<never, SavedView>>[1]['payload']>[0];
type ViewRef = ReturnType<typeof builder.objectRef<SavedView>>;

/** The payload of mutations that return a view, in its field `name`. */
export function viewPayload(name: string, type: ViewRef): (t: PayloadBuilder) => Record<string, unknown> {
  return (t) => ({ [name]: t.field({ type, nullable: true, resolve: ({ result }) => result }) });
}

/**
 * Mutations that change, delete and restore a view: `{name}Update`, `{name}Delete` and `{name}Restore`. The views of roadmaps have
 * their own published names.
 * @param name the field of the payload and the beginning of each mutation: `savedView`
 * @param type the type of the view; ids are global ids of it
 * @param kind the kind of views that these mutations find; all kinds by default
 */
export function mutateViewsAs(name: string, type: ViewRef, kind?: SavedView['kind']): void {
  const keyOf = (id: string | number): ViewKey => ({
    id: readGlobalId<'SavedView'>(String(id), type.name),
    ...(kind && { kind }),
  });
  const payload = viewPayload(name, type);
  mutation(`${name}Update`, {
    description: 'Renames, replaces or shares a view; refused if it was changed since lockVersion',
    input: (t) => ({
      id: t.id({ required: true }),
      lockVersion: t.int({ required: true }),
      name: t.string(),
      query: t.string(),
      shared: t.boolean(),
    }),
    resolve: (input, ctx) =>
      updateView(ctx, keyOf(input.id), {
        lockVersion: input.lockVersion,
        ...(typeof input.name === 'string' && { name: input.name }),
        ...(typeof input.query === 'string' && { query: input.query }),
        ...(typeof input.shared === 'boolean' && { isShared: input.shared }),
      }),
    payload,
  });
  mutation(`${name}Delete`, {
    description: 'Deletes a view; it can be restored for a day',
    input: (t) => ({ id: t.id({ required: true }) }),
    resolve: ({ id }, ctx) => deleteView(ctx, keyOf(id)),
    payload,
  });
  mutation(`${name}Restore`, {
    description: 'Restores a deleted view',
    input: (t) => ({ id: t.id({ required: true }) }),
    resolve: ({ id }, ctx) => restoreView(ctx, keyOf(id)),
    payload,
  });
}
