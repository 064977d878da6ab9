import type { QueryClient } from '@tanstack/react-query';
import { digitsOf } from '@milepost/core/global-ids';
import { type Day, formatDay } from '@milepost/core/days';
import { edgeScroll } from '@milepost/core/drag';
import type { WorkItemId } from '@milepost/core/ids';
import { nothingChanged } from '@milepost/core/live';
import { placedSpan } from '@milepost/core/roadmap/drag';
import { sendJson } from '../../../platform/api/http.ts';
import { restPath } from '../../../platform/api/rest.ts';
import { session } from '../../../platform/session/session.ts';
import { requestAccess } from '../../../modules/namespaces/permissions.ts';
import { type DragHandlers, type Press, startDrag } from '../../../ui/drag/drag.ts';
import { isBehindLink } from '../data/request.ts';
import { refreshRoadmap } from '../data/live-roadmap.ts';
import type { EpicRowData } from '../data/rows.ts';
import { type DragArea, dayUnder, trackBoxOf, epicRowAt } from './drag-area.ts';
import { take } from './keys.ts';
import type { BarDrawing, Draft, MoveStore } from './moves.ts';

/** A shorter drag draws nothing. */
const MIN_DRAWN_PX = 8;
/** A finger that rests this long draws a bar of one column without moving. */
const LONG_PRESS_MS = 500;

/**
 * Draws the bar of a new epic: on an empty part of a row or of the tray, by a long press of a finger on a row, or by `n` on a row. Its
 * title is typed in the bar's field.
 */
export class Drawing implements BarDrawing {
  readonly #store: MoveStore;
  readonly #client: QueryClient;
  readonly #area: DragArea;
  readonly #stop = new AbortController();
  readonly #access: Promise<void>;
  #mayCreate = false;

  constructor(store: MoveStore, client: QueryClient, area: DragArea) {
    this.#store = store;
    this.#client = client;
    this.#area = area;
    this.#access = this.#requestAccess().catch(() => undefined);
    area.element.addEventListener('keydown', this.#onKey, { signal: this.#stop.signal });
  }

  end(): void {
    this.#stop.abort();
  }

  /** A press on an empty part of a row. */
  take(event: PointerEvent): DragHandlers | null {
    const target = event.target instanceof Element ? event.target : null;
    const row = target?.closest<HTMLElement>('[data-row]');
    if (!row || !target?.closest('[role="gridcell"]') || target.closest('[data-card], a, button')) return null;
    return this.#handlers(event, row, this.#rowOf(row));
  }

  /** A press on an empty part of the tray. */
  press(event: PointerEvent, tray: HTMLElement): void {
    const handlers = this.#handlers(event, tray, undefined);
    if (handlers) startDrag(event, handlers);
  }

  #handlers(event: PointerEvent, origin: HTMLElement, row: EpicRowData | undefined): DragHandlers | null {
    const { isPhone, scale } = this.#area.scene();
    if (!this.#mayCreate || (isPhone && !row) || this.#store.get().draft) return null;
    const { element } = this.#area;
    const from = dayUnder(this.#area, event.clientX);
    const pressedAt = event.timeStamp;
    const scrolledAt = element.scrollLeft;
    const box = row ? origin.getBoundingClientRect() : null;
    const top = box ? box.top + box.height / 2 : event.clientY;
    const distance = ({ x, startX }: Press): number => Math.abs(x - startX + element.scrollLeft - scrolledAt);
    const isLong = ({ kind }: Press): boolean =>
      row !== undefined && kind === 'touch' && performance.now() - pressedAt >= LONG_PRESS_MS;
    const draw = (press: Press, isOpen: boolean): void => {
      const to = dayUnder(this.#area, press.x);
      const isDrawn = !isPhone && distance(press) >= MIN_DRAWN_PX;
      const span = isDrawn
        ? { start: Math.min(from, to) as Day, due: Math.max(from, to) as Day }
        : placedSpan(scale.columns, from);
      const draft = { ...this.#targetOf(row), span, top, isOpen, origin: row ? origin : null };
      this.#store.change({ draft: isDrawn || isLong(press) ? draft : null });
    };
    return {
      axis: 'x',
      // On a phone a finger that moves scrolls.
      ...(isPhone && { touchDelay: LONG_PRESS_MS }),
      onMove: (press) => draw(press, false),
      onFrame: (press) => {
        if (isLong(press) && !this.#store.get().draft) draw(press, false);
        return !isPhone && this.#scrollAtEdge(press);
      },
      onDrop: (press) => draw(press, true),
      onCancel: (_, wasDragging) => wasDragging && this.#store.change({ draft: null }),
    };
  }

  #scrollAtEdge({ x, startX, kind }: Press): boolean {
    const view = trackBoxOf(this.#area);
    const by = edgeScroll(x, view.left, view.right, kind);
    if (by === 0 || Math.sign(by) !== Math.sign(x - startX)) return false;
    this.#area.element.scrollLeft += by;
    return true;
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    const { target } = event;
    if (event.key !== 'n' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (!(target instanceof HTMLElement) || !target.matches('[data-row]') || this.#area.scene().isPhone) return;
    take(event);
    void this.#openAt(target);
  };

  /** One column from the start of the visible range. */
  async #openAt(row: HTMLElement): Promise<void> {
    await this.#access;
    if (!this.#mayCreate || !row.isConnected) return;
    const { top, height } = row.getBoundingClientRect();
    const { scale, window: range } = this.#area.scene();
    // The first column may begin before the range.
    const start = Math.max(dayUnder(this.#area, trackBoxOf(this.#area).left), range.from) as Day;
    const span = placedSpan(scale.columns, start);
    const target = this.#targetOf(this.#rowOf(row));
    this.#store.change({ draft: { ...target, span, top: top + height / 2, isOpen: true, origin: row } });
  }

  #rowOf(row: HTMLElement): EpicRowData | undefined {
    return epicRowAt(this.#area.scene(), Number(row.dataset['row']));
  }

  /** Beside a child, another child of its parent; else in the group of the roadmap. */
  #targetOf(row: EpicRowData | undefined): Pick<Draft, 'groupPath' | 'parentId' | 'create'> {
    const { fullPath, isScoped } = this.#area.scene();
    const isChild = row !== undefined && (row.level > 1 || isScoped);
    const parentId = isChild ? (row.epic.ancestors.nodes.at(-1)?.id ?? null) : null;
    const groupPath = isChild ? row.epic.group.fullPath : fullPath;
    return { groupPath, parentId, create: (draft, title) => this.#create(draft, title) };
  }

  async #requestAccess(): Promise<void> {
    if (!session().viewer || isBehindLink()) return;
    const { fullPath, args } = this.#area.scene();
    if (args.asOf !== undefined) return;
    const may = await this.#client.fetchQuery({
      queryKey: ['may-create-epic', fullPath],
      queryFn: ({ signal }) => requestAccess({ kind: 'group', fullPath }, signal),
      staleTime: 60_000,
      retry: false,
    });
    this.#mayCreate = may.createEpic ?? false;
  }

  /** Throws if the server refuses. */
  async #create({ groupPath, parentId, span }: Draft, title: string): Promise<void> {
    const { id } = await sendJson<{ id: number }>(restPath(`/groups/${encodeURIComponent(groupPath)}/epics`), {
      method: 'POST',
      body: {
        title,
        start_date_is_fixed: true,
        start_date_fixed: formatDay(span.start),
        due_date_is_fixed: true,
        due_date_fixed: formatDay(span.due),
        ...(parentId !== null && { parent_id: Number(digitsOf(parentId)) }),
      },
    });
    const epics = [id, ...(parentId === null ? [] : [Number(digitsOf(parentId))])] as WorkItemId[];
    // It exists: a failed refresh must not ask for its title again.
    await refreshRoadmap(this.#client, this.#area.scene().args, { ...nothingChanged, epics }).catch(() => undefined);
  }
}
