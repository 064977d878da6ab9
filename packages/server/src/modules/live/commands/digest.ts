import type { NamespaceId, WorkItemId } from '@milepost/core/ids';
import { nothingChanged, type LiveMessage } from '@milepost/core/live';
import type { NamespaceScope, Viewer } from '@milepost/core/roles';
import type { Db } from '../../../platform/database/tables.ts';
import { groupPolicy } from '../../namespaces/policy.ts';
import { workItemPolicy } from '../../work-items/policy.ts';
import type { DeletedItem, ItemNotice, LiveNotice } from './notice.ts';
import { liveItems, namespacesOfWorkItems, scopesOf, type LiveItem } from '../store.ts';

/** The data of a batch of notices; enough to decide without the database what each viewer may receive. */
export interface Batch {
  notices: readonly LiveNotice[];
  items: ReadonlyMap<WorkItemId, LiveItem>;
  scopes: ReadonlyMap<NamespaceId, NamespaceScope>;
}

/** A larger batch is not looked up: viewers of the groups and projects are sent a message to reload everything. */
const MAX_ITEMS = 1_000;

/** Reads the data of a batch in at most two statements, for all viewers. */
export async function readBatch(db: Db, notices: readonly LiveNotice[]): Promise<Batch> {
  const ids = new Set(notices.flatMap(idsIn));
  const isFlood = ids.size > MAX_ITEMS;
  const items = isFlood ? new Map<WorkItemId, LiveItem>() : await liveItems(db, [...ids]);
  const sent = isFlood ? [{ many: await namespacesOfWorkItems(db, [...ids]) }, ...notices.map(withoutItems)] : notices;
  const scopes = await scopesOf(db, [...new Set(sent.flatMap(namespacesIn))]);
  return { notices: sent, items, scopes };
}

/** The part of a batch for this viewer and watched namespace: nothing that they may not see. */
export function messageFor(viewer: Viewer, watched: NamespaceScope, batch: Batch): LiveMessage {
  const digest = new Digest(viewer, watched, batch);
  for (const notice of batch.notices) digest.take(notice);
  return digest.message();
}

class Digest {
  readonly #viewer: Viewer;
  readonly #watched: NamespaceScope;
  readonly #batch: Batch;
  readonly #epics = new Set<WorkItemId>();
  readonly #items = new Set<WorkItemId>();
  readonly #discussions = new Set<WorkItemId>();
  readonly #removed = new Set<WorkItemId>();
  readonly #labels = new Set<LiveMessage['labels'][number]>();
  readonly #milestones = new Set<LiveMessage['milestones'][number]>();
  #isAll = false;

  constructor(viewer: Viewer, watched: NamespaceScope, batch: Batch) {
    this.#viewer = viewer;
    this.#watched = watched;
    this.#batch = batch;
  }

  take(notice: LiveNotice): void {
    for (const item of notice.items ?? []) this.#takeItem(item);
    for (const item of notice.gone ?? []) this.#takeDeleted(item);
    for (const { id, namespaceId } of notice.labels ?? []) if (this.#concerns(namespaceId)) this.#labels.add(id);
    for (const { id, namespaceId } of notice.milestones ?? [])
      if (this.#concerns(namespaceId)) this.#milestones.add(id);
    if (notice.many?.some((id) => this.#concerns(id))) this.#isAll = true;
    for (const { traversalIds, visibility } of notice.left ?? []) {
      const namespaceId = traversalIds.at(-1) as NamespaceId;
      const scope: NamespaceScope = {
        namespaceId,
        traversalIds,
        visibility,
        isDeleted: false,
        isTransferring: false,
        disabledFeatures: [],
      };
      if (this.#isNear(scope) && this.#viewer.canSee(scope)) this.#isAll = true;
    }
  }

  message(): LiveMessage {
    if (this.#isAll) return { ...nothingChanged, all: true };
    return {
      all: false,
      epics: [...this.#epics],
      items: [...this.#items],
      discussions: [...this.#discussions].filter((id) => !this.#epics.has(id) && !this.#items.has(id)),
      removed: [...this.#removed],
      labels: [...this.#labels],
      milestones: [...this.#milestones],
    };
  }

  #takeItem({ id, via, discussion, hidden }: ItemNotice): void {
    const item = this.#batch.items.get(id);
    if (!item || !this.#isWithin(item)) return;
    const isReadable = this.#reads(item);
    if (!isReadable && hidden && this.#viewer.canSee(item.scope)) this.#removed.add(id);
    if (via !== undefined) {
      const other = this.#batch.items.get(via);
      // When a link was deleted with its item, the other end's id is safe to send.
      if (other && !this.#reads(other)) return;
    }
    if (discussion) {
      const canRead = isReadable && (discussion === 'open' || this.#viewer.atLeast('planner', item.scope));
      if (canRead) this.#discussions.add(id);
      return;
    }
    if (!isReadable) return;
    (item.type === 'epic' ? this.#epics : this.#items).add(id);
    // Ancestors show sums, which include the item for viewers who may know of it.
    this.#takeAbove(item.ancestorIds);
  }

  #takeDeleted(gone: DeletedItem): void {
    const { id, type, namespaceId, isConfidential, isHidden, authorId, confidantIds, parentId } = gone;
    const scope = this.#batch.scopes.get(namespaceId);
    const parent = parentId === null ? undefined : this.#batch.items.get(parentId);
    if (!scope) return;
    const isNear = this.#isBelow(scope) || (parent !== undefined && this.#isWithin(parent));
    const guarded = { type, isConfidential, isHidden, authorId, confidantIds, scope, isArchived: false };
    if (!isNear || !workItemPolicy.read(this.#viewer, guarded)) return;
    this.#removed.add(id);
    if (parent) this.#takeAbove([...parent.ancestorIds, parent.id]);
  }

  #takeAbove(ids: readonly WorkItemId[]): void {
    for (const id of ids) {
      const above = this.#batch.items.get(id);
      if (above && this.#reads(above)) (above.type === 'epic' ? this.#epics : this.#items).add(id);
    }
  }

  #reads(item: LiveItem): boolean {
    return workItemPolicy.read(this.#viewer, item);
  }

  /** In the watched namespace, or below an item that is: children may live in other namespaces. */
  #isWithin(item: LiveItem): boolean {
    if (this.#isBelow(item.scope)) return true;
    return item.ancestorIds.some((id) => {
      const above = this.#batch.items.get(id);
      return above !== undefined && this.#isBelow(above.scope);
    });
  }

  #isBelow(scope: NamespaceScope): boolean {
    return scope.traversalIds.includes(this.#watched.namespaceId);
  }

  /** Descendants or ancestors: what a group defines is used by everything below it. */
  #isNear(scope: NamespaceScope): boolean {
    return this.#isBelow(scope) || this.#watched.traversalIds.includes(scope.namespaceId);
  }

  #concerns(id: NamespaceId): boolean {
    const scope = this.#batch.scopes.get(id);
    return scope !== undefined && this.#isNear(scope) && groupPolicy.read(this.#viewer, { scope, archivedAt: null });
  }
}

function idsIn({ items = [], gone = [] }: LiveNotice): WorkItemId[] {
  return [
    ...items.flatMap(({ id, via }) => (via === undefined ? [id] : [id, via])),
    ...gone.flatMap(({ parentId }) => (parentId === null ? [] : [parentId])),
  ];
}

function namespacesIn({ gone = [], labels = [], milestones = [], many = [] }: LiveNotice): NamespaceId[] {
  return [...many, ...[...gone, ...labels, ...milestones].map(({ namespaceId }) => namespaceId)];
}

function withoutItems({ items: _items, ...rest }: LiveNotice): LiveNotice {
  return rest;
}
