import type { GroupKind } from '@milepost/core/roadmap/lanes/grouping';
import { changedSteps, refusedKind } from '@milepost/core/roadmap/lanes/lane-drops';
import { laneKeyOf, parseLaneKey, type LaneStep } from '@milepost/core/roadmap/lanes/lane-keys';
import type { Lane } from '../data/lane.ts';
import { headerOf, type LaneRowData, type ListRow } from '../data/rows.ts';

/** A move of an epic from one lane to another. */
export interface LaneDrop {
  /** The lanes by level. */
  from: readonly Lane[];
  to: readonly Lane[];
  fromKey: string;
  toKey: string;
  /** The levels that change. */
  changed: readonly number[];
  /** The kind of lanes that takes no drop; null if all do. */
  refused: GroupKind | null;
}

/** The lanes of a row by level: of an epic, a header, or a place to load. Empty without lanes. */
export function lanesAt(rows: readonly ListRow[], index: number): Lane[] {
  const row = rows[index];
  if (!row) return [];
  const headerIndex = headerOf(row) ? index : (row as Exclude<ListRow, LaneRowData>).lane?.headerIndex;
  const header = headerIndex === undefined ? undefined : rows[headerIndex];
  const lane = header && headerOf(header);
  return lane ? [...lanesAt(rows, header.parentIndex), lane] : [];
}

/** The lanes of the last level in the order of the list, each with the one that it is in. */
export function leafLanes(rows: readonly ListRow[]): Lane[][] {
  return rows.flatMap((row) => {
    const header = headerOf(row);
    if (!header || row.level > 1) return [];
    return header.lanes ? header.lanes.map((lane) => [header, lane]) : [[header]];
  });
}

/** The lanes with this key; the values of the key if they are not listed. */
export function lanesOfKey(rows: readonly ListRow[], key: string): Pick<Lane, 'kind' | 'value' | 'title'>[] {
  const found = leafLanes(rows).find((path) => path.at(-1)?.key === key);
  return found ?? stepsOf(key).map(({ value }) => ({ kind: 'FIELD', value, title: value }));
}

/** The drop of an epic from its lanes onto others; null if that changes nothing. A level that `onto` lacks stays as it is. */
export function laneDrop(from: readonly Lane[], onto: readonly Lane[]): LaneDrop | null {
  const [fromKey, ontoKey] = [from.at(-1)?.key ?? '', onto.at(-1)?.key ?? ''];
  const before = stepsOf(fromKey);
  const entered = stepsOf(ontoKey);
  const after = before.map((step) => entered.find(({ by }) => by === step.by) ?? step);
  const changes = changedSteps(before, after);
  if (changes.length === 0) return null;
  return {
    from,
    to: from.map((lane, level) => onto[level] ?? lane),
    fromKey,
    toKey: laneKeyOf(after),
    changed: changes.map((step) => after.indexOf(step)),
    refused: refusedKind(changes),
  };
}

const stepsOf = (key: string): LaneStep[] => parseLaneKey(key) ?? [];

/** The drop that undoes this one. */
export const reversed = (drop: LaneDrop): LaneDrop => ({
  ...drop,
  from: drop.to,
  to: drop.from,
  fromKey: drop.toKey,
  toKey: drop.fromKey,
});
