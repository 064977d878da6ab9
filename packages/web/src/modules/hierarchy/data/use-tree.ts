import { useEffect, useMemo, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { RequestError } from '../../../platform/api/errors.ts';
import { toast } from '../../../ui/overlay/Toast.tsx';
import type { TreeMove } from '../../../ui/list/Tree.tsx';
import { sendArranged, sendReleased, type Spot, spotOf, without, withItem, type ParentCandidate } from './arrange.ts';
import type { TreeItem } from './items.ts';
import type { Facts, Level } from './levels.ts';
import { removalFailure, typeName } from './removal.ts';
import { ROOT } from './rows.ts';
import { TOO_DEEP } from './too-deep.ts';
import { type Levels, useLevels } from './use-levels.ts';
import { treeMessages as messages } from './messages.ts';
import { undoLabel } from '../../../ui/text/messages.ts';

/** A parent in the tree: its own epic, or an item in it. */
export interface TreeParent extends ParentCandidate {
  id: string;
  title: string;
  /** Null for the tree's own epic. */
  parentKey: string | null;
}

export interface DropPosition {
  parentKey: string;
  spot: Spot;
}

/** What failed: the message and the server's reason. */
export interface Failure {
  text: string;
  reason: string | null;
}

export interface TreeState {
  levels: Levels;
  facts: Facts | null;
  expanded: ReadonlySet<string>;
  /** Keys of items that are being removed. */
  busy: ReadonlySet<string>;
  failure: Failure | null;
  /** The text for screen readers. */
  said: string;
  /** Whether the viewer may reorder the tree and remove items from it. */
  mayArrange: boolean;
  setFailure(failure: Failure | null): void;
  toggle(item: TreeItem): void;
  open(item: TreeItem): void;
  parent(key: string): TreeParent | null;
  levelOf(parentKey: string): Level | undefined;
  move(item: TreeItem, from: string, to: DropPosition): Promise<void>;
  /** Restores the removed item. */
  restore(item: TreeItem, to: DropPosition): Promise<unknown>;
  /** One step by the keyboard. */
  nudge(item: TreeItem, from: string, step: TreeMove): void;
  remove(item: TreeItem, from: string): Promise<void>;
  /** A form added a child: the parent is expanded and refetched. */
  added(item: TreeItem): void;
}

/** The tree of an epic: loaded and expanded levels, and the actions on it. */
export function useTree(fullPath: string, iid: string): TreeState {
  const { formatMessage } = useIntl();
  const levels = useLevels(fullPath, iid);
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const [failure, setFailure] = useState<Failure | null>(null);
  const [said, setSaid] = useState('');
  const facts = levels.states.get(ROOT)?.level?.facts ?? null;
  const homes = useMemo(() => homesOf(levels), [levels]);
  /** The last request for a position. They are sent one after the other: together, the first could be the last that arrives. */
  const sent = useRef<Promise<unknown>>(Promise.resolve());
  // An undo from a toast uses the tree's current state.
  const latest = useRef<TreeState | null>(null);

  const levelOf = (parentKey: string): Level | undefined => levels.states.get(parentKey)?.level;
  const parent = (key: string): TreeParent | null => {
    if (key === ROOT) return facts && rootOf(facts);
    const home = homes.get(key);
    if (!home) return null;
    const { item, parentKey } = home;
    const above = [...(parent(parentKey)?.above ?? []), parentKey];
    const { id, title, type, allowSubEpics, isConfidential } = item;
    return { key, id, title, type, allowSubEpics, isConfidential, above, parentKey };
  };
  const open = (item: TreeItem): void => {
    levels.load(item);
    setExpanded((now) => new Set(now).add(item.key));
  };
  const refused = (text: string, error: unknown): void => {
    if (!(error instanceof RequestError)) throw error;
    const reason = error.message === TOO_DEEP ? formatMessage(messages.obstacleDepth) : error.message;
    setFailure({ text, reason: reason || null });
  };
  /** The sums of both parents are shown in other parts of the page: refetch them. */
  const reloadAround = (...keys: string[]): void => {
    const around = new Set(keys.map((key) => homes.get(key)?.parentKey ?? ROOT));
    for (const key of around) void levels.reload(key);
  };

  const put = async (item: TreeItem, from: string | null, to: DropPosition): Promise<boolean> => {
    setFailure(null);
    const isSame = from === to.parentKey;
    const target = parent(to.parentKey);
    const root = parent(ROOT);
    if (!target || !root) return false;
    const before =
      from === null ? undefined : levels.patch(from, (level) => (isSame ? level : without(level, item.key)));
    const there = levels.patch(to.parentKey, (level) => withItem(level, item, to.spot));
    const home = homes.get(to.parentKey);
    const setHolds = (holds: boolean): void => {
      if (!home || home.item.holds) return;
      levels.patch(home.parentKey, (level) => ({
        ...level,
        items: level.items.map((each) => (each.key === home.item.key ? { ...each, holds } : each)),
      }));
    };
    setHolds(true);
    const arranging = { item, rootId: root.id, newParentId: isSame ? null : target.id, spot: to.spot };
    const sending = sent.current.then(() => sendArranged(arranging));
    const settled = sending.catch(() => undefined);
    sent.current = settled;
    try {
      await sending;
    } catch (error) {
      levels.put(to.parentKey, there);
      if (from !== null) levels.put(from, before);
      setHolds(false);
      // Later moves began with the order that is withdrawn.
      if (sent.current !== settled) void sent.current.then(() => levels.reload(to.parentKey));
      refused(formatMessage(isSame ? messages.orderFailed : messages.moveFailed), error);
      return false;
    }
    if (isSame) return true;
    // Its relation path has changed.
    void levels.reload(to.parentKey);
    reloadAround(...[from, to.parentKey].filter((key) => key !== null));
    return true;
  };
  const move = async (item: TreeItem, from: string, to: DropPosition): Promise<void> => {
    const level = levelOf(from);
    const back: DropPosition = { parentKey: from, spot: level ? spotOf(level, item.key) : null };
    if (!(await put(item, from, to))) return;
    const title = parent(to.parentKey)?.title ?? '';
    const text =
      from === to.parentKey
        ? formatMessage(messages.reordered, { title: item.title })
        : formatMessage(messages.moved, { title: item.title, parent: title });
    const undo = (): void => void latest.current?.move(item, to.parentKey, back);
    toast({ text, action: { label: formatMessage(undoLabel), perform: undo } });
  };
  const putAndSay = async (item: TreeItem, to: DropPosition, sentence: string): Promise<void> => {
    setSaid((await put(item, to.parentKey, to)) ? sentence : '');
  };
  const nudge = (item: TreeItem, from: string, step: TreeMove): void => {
    // The next key may be pressed before the tree is drawn with the last move.
    const items = levels.read(from)?.items ?? [];
    const at = items.findIndex(({ key }) => key === item.key);
    if (at === -1) return;
    if (step === 'up' || step === 'down') {
      const by = step === 'up' ? -1 : 1;
      const beside = items[at + by];
      if (!beside) return;
      const side = step === 'up' ? 'before' : 'after';
      const placed = { title: item.title, position: at + by + 1, total: items.length };
      void putAndSay(item, { parentKey: from, spot: { beside, side } }, formatMessage(messages.placed, placed));
    } else if (step === 'in') {
      const before = items[at - 1];
      if (!before) return;
      const last = levels.read(before.key)?.items.at(-1);
      open({ ...before });
      void move(item, from, { parentKey: before.key, spot: last ? { beside: last, side: 'after' } : null });
    } else {
      const home = homes.get(from);
      if (home) void move(item, from, { parentKey: home.parentKey, spot: { beside: home.item, side: 'after' } });
    }
  };
  const remove = async (item: TreeItem, from: string): Promise<void> => {
    if (item.relationPath === null && !item.mayLeave) return;
    setFailure(null);
    setBusy((now) => new Set(now).add(item.key));
    const level = levelOf(from);
    const back: DropPosition = { parentKey: from, spot: level ? spotOf(level, item.key) : null };
    try {
      await sendReleased(item);
      levels.patch(from, (now) => without(now, item.key));
      void levels.reload(from);
      reloadAround(from);
      toast({
        text: formatMessage(messages.removed, { title: item.title, parent: parent(from)?.title ?? '' }),
        action: { label: formatMessage(undoLabel), perform: () => void latest.current?.restore(item, back) },
      });
    } catch (error) {
      refused(removalFailure(formatMessage, error, typeName(formatMessage, item.type)), error);
    } finally {
      setBusy((now) => new Set([...now].filter((key) => key !== item.key)));
    }
  };
  const state: TreeState = {
    levels,
    facts,
    expanded,
    busy,
    failure,
    said,
    mayArrange: facts?.canAdmin ?? false,
    setFailure,
    toggle(item) {
      if (expanded.has(item.key)) setExpanded((now) => new Set([...now].filter((key) => key !== item.key)));
      else open(item);
    },
    open,
    parent,
    levelOf,
    move,
    restore: (item, to) => put(item, null, to),
    nudge,
    remove,
    added(item) {
      open(item);
      void levels.reload(item.key);
      reloadAround(item.key);
    },
  };
  useEffect(() => {
    latest.current = state;
  });
  return state;
}

function rootOf({ id, title, allowSubEpics, isConfidential }: Facts): TreeParent {
  return { key: ROOT, id, title, type: 'epic', allowSubEpics, isConfidential, above: [], parentKey: null };
}

/** The position of each item. */
function homesOf({ states }: Levels): ReadonlyMap<string, { item: TreeItem; parentKey: string }> {
  const homes = new Map<string, { item: TreeItem; parentKey: string }>();
  for (const [parentKey, { level }] of states) {
    for (const item of level?.items ?? []) homes.set(item.key, { item, parentKey });
  }
  return homes;
}
