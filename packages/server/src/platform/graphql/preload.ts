import {
  getArgumentValues,
  getDirectiveValues,
  getNamedType,
  getNullableType,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  isListType,
  isObjectType,
  Kind,
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import type { Context, Loader } from '../context.ts';

/** How a field is loaded for all rows of a list, before any of them is resolved: then its resolver need not wait. */
interface Preload {
  load: (ctx: Context, rows: readonly unknown[]) => Promise<void>;
  /** The objects of the field that are loaded already: what is selected of them is loaded next. */
  below: (ctx: Context, rows: readonly unknown[]) => readonly unknown[];
}

const PRELOAD = 'preload';

export interface LoadedField<Row, Args, Shown> {
  extensions: { [PRELOAD]: Preload };
  resolve: (row: Row, args: Args, ctx: Context) => Shown | Promise<Awaited<Shown>>;
}

/**
 * The options of a field that shows what a loader has for its row: `t.field({ type, ...fromLoader(…) })`. `keyOf`: null for a row
 * without any. `below`: the objects of the value, for a field with fields of its own that are loaded as well.
 */
export function fromLoader<Row, Key extends string | number, Value, Shown, Args = object>(
  loader: Loader<Key, Value>,
  keyOf: (row: Row, ctx: Context) => Key | null,
  show: (value: Value | null, row: Row, args: Args, ctx: Context) => Shown,
  below: (value: Value) => readonly unknown[] = () => [],
): LoadedField<Row, Args, Shown> {
  const keysOf = (ctx: Context, rows: readonly unknown[]): Key[] =>
    rows.map((row) => keyOf(row as Row, ctx)).filter((key) => key !== null);
  return {
    extensions: {
      [PRELOAD]: {
        load: (ctx, rows) => ctx.preload(loader, keysOf(ctx, rows)),
        below: (ctx, rows) =>
          keysOf(ctx, rows).flatMap((key) => {
            const value = ctx.peek(loader, key);
            return value === undefined || value === null ? [] : below(value);
          }),
      },
    },
    resolve: (row, args, ctx) => {
      const key = keyOf(row, ctx);
      return key === null
        ? show(null, row, args, ctx)
        : ctx.loaded(loader, key, (value) => show(value, row, args, ctx));
    },
  };
}

/** As `fromLoader`, for a field that shows the values of several keys. Those without a value are left out. */
export function fromLoaderOfMany<Row, Key extends string | number, Value, Shown, Args = object>(
  loader: Loader<Key, Value>,
  keysOf: (row: Row) => readonly Key[],
  show: (values: readonly Value[], row: Row, args: Args, ctx: Context) => Shown,
): LoadedField<Row, Args, Shown> {
  return {
    extensions: {
      [PRELOAD]: {
        load: (ctx, rows) => ctx.preload(loader, (rows as readonly Row[]).flatMap(keysOf)),
        below: () => [],
      },
    },
    resolve: (row, args, ctx) => {
      const known = keysOf(row).map((key) => ctx.peek(loader, key));
      const values = known.filter((value) => value !== undefined && value !== null);
      if (!known.includes(undefined)) return show(values, row, args, ctx);
      return ctx.loadMany(loader, keysOf(row)).then((loaded) => show(loaded, row, args, ctx)) as Promise<
        Awaited<Shown>
      >;
    },
  };
}

/** A selected field with a preload, or a part of one. Included where the directives of all `guards` include it. */
interface Step {
  guards: readonly SelectionNode[];
  preload: Preload;
  below: readonly Step[];
}

/** Of each list in a document that was executed, for as long as the document is cached. */
const known = new WeakMap<FieldNode, readonly Step[]>();

/** Loads what the selected fields of a list's rows show: one batch for each loader, all at once. */
export async function preloadRows(ctx: Context, rows: readonly unknown[], info: GraphQLResolveInfo): Promise<void> {
  const [first] = info.fieldNodes;
  if (!first || rows.length === 0) return;
  let steps = known.get(first);
  if (!steps) {
    const type = getNamedType(info.returnType);
    steps = isObjectType(type)
      ? stepsInList(
          info,
          type,
          info.fieldNodes.map(({ selectionSet }) => selectionSet),
        )
      : [];
    known.set(first, steps);
  }
  await run(ctx, rows, steps, info);
}

async function run(
  ctx: Context,
  rows: readonly unknown[],
  steps: readonly Step[],
  info: GraphQLResolveInfo,
): Promise<void> {
  const included = steps.filter(({ guards }) => guards.every((guard) => isIncluded(guard, info)));
  await Promise.all(
    included.map(async ({ preload, below }) => {
      try {
        await preload.load(ctx, rows);
      } catch {
        // Each field then loads its value itself, and reports the error where the document selects it.
        return;
      }
      if (below.length > 0) await run(ctx, preload.below(ctx, rows), below, info);
    }),
  );
}

function isIncluded(guard: SelectionNode, { variableValues }: GraphQLResolveInfo): boolean {
  if (!guard.directives?.length) return true;
  if (getDirectiveValues(GraphQLSkipDirective, guard, variableValues)?.['if'] === true) return false;
  return getDirectiveValues(GraphQLIncludeDirective, guard, variableValues)?.['if'] !== false;
}

type Selections = readonly (SelectionSetNode | undefined)[];

/** The steps of the rows of a list: of a connection those of its nodes. */
function stepsInList(info: GraphQLResolveInfo, type: GraphQLObjectType, selections: Selections): Step[] {
  if (!type.name.endsWith('Connection')) return stepsOf(info, type, selections, []);
  return eachField(info, selections, []).flatMap(({ node, guards }) => {
    const field = type.getFields()[node.name.value];
    const inner = field && getNamedType(field.type);
    if (!isObjectType(inner) || !isListType(getNullableType(field?.type))) return [];
    if (node.name.value === 'nodes') return stepsOf(info, inner, [node.selectionSet], guards);
    return eachField(info, [node.selectionSet], guards).flatMap((edge) => {
      const row = getNamedType(inner.getFields()[edge.node.name.value]?.type);
      return edge.node.name.value === 'node' && isObjectType(row)
        ? stepsOf(info, row, [edge.node.selectionSet], edge.guards)
        : [];
    });
  });
}

function stepsOf(
  info: GraphQLResolveInfo,
  type: GraphQLObjectType,
  selections: Selections,
  above: readonly SelectionNode[],
): Step[] {
  return eachField(info, selections, above).flatMap(({ node, guards }) => {
    const field = type.getFields()[node.name.value];
    const preload = field?.extensions[PRELOAD] as Preload | undefined;
    if (!field || !preload) return [];
    const inner = getNamedType(field.type);
    return { guards, preload, below: isObjectType(inner) ? stepsInList(info, inner, [node.selectionSet]) : [] };
  });
}

interface SelectedField {
  node: FieldNode;
  guards: readonly SelectionNode[];
}

/** The fields of selections, with those of their fragments. */
function eachField(info: GraphQLResolveInfo, selections: Selections, above: readonly SelectionNode[]): SelectedField[] {
  return selections.flatMap((set) =>
    (set?.selections ?? []).flatMap((node): SelectedField[] => {
      const guards = node.directives?.length ? [...above, node] : above;
      if (node.kind === Kind.FIELD) return [{ node, guards }];
      const inner =
        node.kind === Kind.FRAGMENT_SPREAD ? info.fragments[node.name.value]?.selectionSet : node.selectionSet;
      return eachField(info, [inner], guards);
    }),
  );
}

const PREFETCH = 'prefetch';
type Prefetch<Args> = (ctx: Context, path: string, args: Args) => void;

/**
 * The options of a field of a namespace whose value can be read by the namespace's full path. `start` begins to read it together with
 * the namespace; the resolver then finds it and checks permissions.
 */
export function prefetchedByPath<Args>(start: Prefetch<Args>): { extensions: { [PREFETCH]: Prefetch<Args> } } {
  return { extensions: { [PREFETCH]: start } };
}

/** Of each field in a document that finds a namespace. */
const prefetched = new WeakMap<FieldNode, readonly SelectedField[]>();

/** Begins to read the selected fields of the namespace with this full path that are `prefetchedByPath`. */
export function prefetchBelow(ctx: Context, path: string, info: GraphQLResolveInfo): void {
  const [first] = info.fieldNodes;
  const type = getNamedType(info.returnType);
  if (!first || !isObjectType(type)) return;
  const fields = type.getFields();
  let found = prefetched.get(first);
  if (!found) {
    const selections = info.fieldNodes.map(({ selectionSet }) => selectionSet);
    found = eachField(info, selections, []).filter(({ node }) => fields[node.name.value]?.extensions[PREFETCH]);
    prefetched.set(first, found);
  }
  for (const { node, guards } of found) {
    const field = fields[node.name.value];
    const start = field?.extensions[PREFETCH] as Prefetch<unknown> | undefined;
    if (!field || !start || !guards.every((guard) => isIncluded(guard, info))) continue;
    start(ctx, path, getArgumentValues(field, node, info.variableValues));
  }
}
