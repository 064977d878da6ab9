import {
  boardLimits,
  CLOSED,
  columnKinds,
  laneKinds,
  NONE,
  parseDivision,
  parseSlotKey,
  type Division,
  type SlotKey,
  type SlotKind,
} from '@milepost/core/boards/boards';
import { ValidationError } from '@milepost/core/errors';
import type { WorkItemId } from '@milepost/core/ids';
import { type Feature, hasFeature } from '@milepost/core/settings/features';
import type { Context } from '../../../platform/context.ts';
import type { Slice } from '../../../platform/cursors.ts';
import type { Namespace } from '../../namespaces/store.ts';
import type { WorkItemListing } from '../../work-items/store/list-conditions.ts';
import { workItemsAfter, type ListedWorkItem } from '../../work-items/store/lists.ts';
import { countCards, type CardCount } from '../store/cards.ts';
import type { CardRange, SlotSet } from '../store/slots.ts';
import { listsOfBoard, type Board } from '../store.ts';
import { derivedSlots, listSlots, slotWithout, type Slot } from './slots.ts';

/** A board as it is shown: its columns and lanes, and the list of all its cards. */
export interface BoardView {
  namespace: Namespace;
  board: Board | null;
  columns: readonly Slot[];
  lanes: readonly Slot[];
  columnSet: SlotSet;
  laneSet: SlotSet | null;
  /** All cards of the board that match the viewer's filters. */
  cards: WorkItemListing;
  /** Whether there are more than the limits of a board: cards of the others are among those without a value. */
  hasMoreColumns: boolean;
  hasMoreLanes: boolean;
}

export interface BoardRequest {
  namespace: Namespace;
  board: Board | null;
  /** Of an epic's board: only its descendants. */
  epicId?: WorkItemId | null;
  /** As in an address: `label:stage`, `assignee`; null for the lists of the board, or the default. */
  columns?: string | null;
  lanes?: string | null;
  /** With the viewer's filters, and any order. */
  listing: WorkItemListing;
}

/** The columns of a board without lists. */
const DEFAULT_COLUMNS: Division<(typeof columnKinds)[number]> = { kind: 'status', scope: null };

/** Finds the columns and lanes of a board. Throws ValidationError for an unknown field. */
export async function viewBoard(ctx: Context, request: BoardRequest): Promise<BoardView> {
  const { namespace, board, epicId = null } = request;
  const cards = cardsIn(request.listing, { board, epicId, slots: [] });
  const lists = board && !request.columns ? ((await ctx.load(listsOfBoard, board.id)) ?? []) : [];
  const division = request.columns ? readDivision(request.columns, columnKinds, 'columns') : DEFAULT_COLUMNS;
  const laneDivision = request.lanes ? readDivision(request.lanes, laneKinds, 'lanes') : null;
  const isStored = lists.length > 0;
  const isShown = ({ kind }: Slot) => isKindOn(namespace, kind);
  // One more than is shown, so that the page can say that some are left out.
  const derivedBy = async (wanted: Division, limit: number) =>
    (await derivedSlots(ctx, { namespace, division: wanted, cards, most: limit + 1 })).filter(isShown);
  const allValues = isStored
    ? (await listSlots(ctx, namespace, lists)).filter(isShown)
    : await derivedBy(division, boardLimits.columns);
  const values = allValues.slice(0, boardLimits.columns);
  const allLanes = laneDivision ? await derivedBy(laneDivision, boardLimits.lanes) : [];
  const laneValues = allLanes.slice(0, boardLimits.lanes);
  // Every item has a status, and closed ones have those of closed categories.
  const isByStatus = !isStored && division.kind === 'status' && isKindOn(namespace, 'status');
  const hidesBacklog = isByStatus || (isStored && board?.hidesBacklog === true);
  const hidesClosed = isByStatus || (isStored && board?.hidesClosed === true);
  return {
    namespace,
    board,
    columns: [...values, ...(hidesClosed ? [] : [slotWithout(CLOSED)]), ...(hidesBacklog ? [] : [slotWithout(NONE)])],
    lanes: laneDivision ? [...laneValues, slotWithout(NONE)] : [],
    columnSet: setOf(values, true),
    laneSet: laneDivision ? setOf(laneValues, false) : null,
    cards,
    hasMoreColumns: allValues.length > values.length,
    hasMoreLanes: allLanes.length > laneValues.length,
  };
}

/** Columns and lanes of a feature that is switched off are left out; their cards are among those without a value. */
const featureOfKind: Readonly<Partial<Record<string, Feature>>> = { status: 'statuses', iteration: 'iterations' };

function isKindOn(namespace: Namespace, kind: string): boolean {
  const feature = featureOfKind[kind];
  return feature === undefined || hasFeature(namespace, feature);
}

function readDivision<Kind extends SlotKind>(text: string, kinds: readonly Kind[], field: string): Division<Kind> {
  const division = parseDivision(text, kinds);
  if (!division) throw new ValidationError({ [field]: ['is not a field of cards'] });
  return division;
}

const setOf = (slots: readonly Slot[], splitsByState: boolean): SlotSet => ({
  values: slots.flatMap(({ key }) => parseSlotKey(key) ?? []),
  splitsByState,
});

function cardsIn(listing: WorkItemListing, range: CardRange): WorkItemListing {
  const { filter } = listing;
  return {
    ...listing,
    filter: { ...filter, is: { ...filter.is, cardsOf: range } },
    order: { by: 'boardRank', isDescending: false },
  };
}

export interface CellKey {
  column: SlotKey;
  /** Null for all lanes. */
  lane: SlotKey | null;
}

/** The cards of a column, or of the part of a column in one lane, in their order. */
export function listCell(view: BoardView, { column, lane }: CellKey): WorkItemListing {
  const range = view.cards.filter.is.cardsOf as CardRange;
  const inLane = lane !== null && view.laneSet ? [{ set: view.laneSet, key: lane }] : [];
  return cardsIn(view.cards, { ...range, slots: [{ set: view.columnSet, key: column }, ...inLane] });
}

/** One page of a cell: one statement. */
export function cardsAfter(ctx: Context, view: BoardView, cell: CellKey, slice: Slice): Promise<ListedWorkItem[]> {
  return workItemsAfter(ctx, listCell(view, cell), slice);
}

export function countsOf(ctx: Context, { cards, columnSet, laneSet }: BoardView): Promise<CardCount[]> {
  return countCards(ctx, cards, { columns: columnSet, lanes: laneSet });
}
