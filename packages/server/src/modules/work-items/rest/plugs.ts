import { withoutUndefined } from '../../../platform/util/records.ts';
import { Type, type Static, type TObject, type TProperties } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import type { Namespace } from '../../namespaces/store.ts';
import type { WidgetInput } from '../sockets.ts';
import type { WorkItem } from '../store.ts';

/** The two shapes of a work item in REST. */
export type RestFace = 'epic' | 'issue';

/** Options of the presentation. */
export interface RestPresentation {
  face: RestFace;
  /** Labels as objects instead of titles. */
  hasLabelDetails?: boolean;
  /** A single item, with more fields than in a list. */
  isAlone?: boolean;
  /** The requested group or project, to which `references.relative` is relative. By default the item's own. */
  from?: Pick<Namespace, 'fullPath' | 'kind'> | null;
}

/** Fields beyond the item's own. `_links` is merged. */
export interface RestFields {
  readonly [field: string]: unknown;
  readonly _links?: Readonly<Record<string, string | null>>;
}

/** Parameters of a room, with their parser. */
interface PlugPart<Properties extends TProperties, Result, With> {
  readonly properties: Properties;
  read(input: Static<TObject<Properties>>, given: With): Result;
}

export interface WriteScope {
  ctx: Context;
  /** The namespace of the item. */
  namespace: Namespace;
}

/**
 * What a higher room adds to epics and issues in REST: output fields and parameters. Filter parameters are defined in
 * core/filters/definitions.ts. Fields are read through loaders, so that a page of items costs one statement each.
 */
export interface RestPlug<Written extends TProperties = TProperties, Changed extends TProperties = TProperties> {
  readonly name: string;
  readonly faces: readonly RestFace[];
  show?(ctx: Context, item: WorkItem, showing: RestPresentation): RestFields | Promise<RestFields>;
  /** Of create and update. */
  readonly write?: PlugPart<Written, WidgetInput | Promise<WidgetInput>, WriteScope>;
  /** Of create only. */
  readonly create?: PlugPart<Written, WidgetInput | Promise<WidgetInput>, WriteScope>;
  /** Of update only. */
  readonly change?: PlugPart<Changed, WidgetInput | Promise<WidgetInput>, WriteScope>;
}

const plugs: RestPlug[] = [];

/** Called by each room with REST additions, before routes are registered. */
export function plugInRest<Written extends TProperties, Changed extends TProperties>(
  plug: RestPlug<Written, Changed>,
): void {
  if (!plugs.some(({ name }) => name === plug.name)) plugs.push(plug as unknown as RestPlug);
}

/** The item's own fields merged with those of every room. */
export async function withPluggedFields(
  ctx: Context,
  item: WorkItem,
  showing: RestPresentation,
  own: Promise<RestFields>,
): Promise<RestFields> {
  const [base, ...added] = await Promise.all([own, ...of(showing.face).map((plug) => plug.show?.(ctx, item, showing))]);
  const links = added.map((fields) => fields?._links);
  return Object.assign({}, base, ...added, {
    _links: Object.assign({}, base._links, ...links) as object,
  }) as RestFields;
}

export type Writing = 'create' | 'update';

/** The parameters of a create or update, typed as the item's own: `widgetInputOf` reads the rest. */
export function writtenInput<Own extends TProperties>(face: RestFace, writing: Writing, own: Own): TObject<Own> {
  const properties = of(face).flatMap((plug) => partsFor(plug, writing).map((each) => each.properties));
  return Type.Object(Object.assign({}, ...properties, own) as Own);
}

/** The input that rooms read from the parameters of a create or update. */
export async function widgetInputOf(
  face: RestFace,
  writing: Writing,
  input: object,
  scope: WriteScope,
): Promise<WidgetInput> {
  const readers = of(face).flatMap((plug) => partsFor(plug, writing));
  const read = await Promise.all(readers.map(async (each) => each.read(input as never, scope)));
  return withoutUndefined(Object.assign({}, ...read) as WidgetInput);
}

function of(face: RestFace): RestPlug[] {
  return plugs.filter(({ faces }) => faces.includes(face));
}

function partsFor(plug: RestPlug, writing: Writing) {
  return [plug.write, writing === 'update' ? plug.change : plug.create].filter((part) => part !== undefined);
}
