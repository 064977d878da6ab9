import {
  categoryDefaults,
  lifecycleProblems,
  type StatusCategory,
  type StatusIcon,
} from '@milepost/core/statuses/statuses';
import { type Category, isClosed } from '../../modules/statuses/messages.ts';
import { itemsIn, type LifecycleView } from '../../modules/statuses/api/lifecycles.ts';

/** A status in the form; without an id it is a new one. */
export interface DraftStatus {
  key: string;
  id?: string;
  name: string;
  category: Category;
  color: string;
  iconName: string;
  description: string;
}

export interface DraftLifecycle {
  name: string;
  statuses: readonly DraftStatus[];
  /** Keys of statuses. */
  open: string;
  closed: string;
  duplicate: string;
  /** The new status of each removed one, by ids. */
  replacements: Readonly<Record<string, string>>;
}

const lower = (category: Category) => category.toLowerCase() as StatusCategory;

let lastKey = 0;

export function blankStatus(category: Category = 'TO_DO', name = ''): DraftStatus {
  lastKey += 1;
  const { icon, color } = categoryDefaults[lower(category)];
  return { key: `new ${lastKey}`, name, category, color, iconName: icon, description: '' };
}

/** A status with another category: it gets that one's look, unless another was chosen. */
export function withCategory(status: DraftStatus, category: Category): DraftStatus {
  const [before, after] = [categoryDefaults[lower(status.category)], categoryDefaults[lower(category)]];
  return {
    ...status,
    category,
    ...(status.color === before.color && { color: after.color }),
    ...(status.iconName === before.icon && { iconName: after.icon satisfies StatusIcon }),
  };
}

export function draftOf(lifecycle: LifecycleView | null): DraftLifecycle {
  if (!lifecycle) {
    const statuses = [blankStatus('TO_DO', 'To do'), blankStatus('IN_PROGRESS', 'In progress')];
    const [done, canceled] = [blankStatus('DONE', 'Done'), blankStatus('CANCELED', 'Duplicate')];
    return {
      name: '',
      statuses: [...statuses, done, canceled],
      open: statuses[0]?.key ?? '',
      closed: done.key,
      duplicate: canceled.key,
      replacements: {},
    };
  }
  return {
    name: lifecycle.name,
    statuses: lifecycle.statuses.map((status) => ({
      key: String(status.id),
      id: String(status.id),
      name: status.name ?? '',
      category: status.category ?? 'TO_DO',
      color: status.color ?? '',
      iconName: status.iconName ?? '',
      description: status.description ?? '',
    })),
    open: String(lifecycle.defaultOpenStatus?.id),
    closed: String(lifecycle.defaultClosedStatus?.id),
    duplicate: String(lifecycle.defaultDuplicateStatus?.id),
    replacements: {},
  };
}

const indexOfStatus = ({ statuses }: DraftLifecycle, key: string) => statuses.findIndex((status) => status.key === key);

/** The removed statuses that items have, with their number. */
export function removedInUse(lifecycle: LifecycleView | null, { statuses }: DraftLifecycle) {
  return (lifecycle?.statuses ?? [])
    .filter(({ id }) => !statuses.some((status) => status.id === id))
    .map((status) => ({ status, count: lifecycle ? itemsIn(lifecycle, status.id) : 0 }))
    .filter(({ count }) => count > 0);
}

/** The kept statuses that may replace one: only those of its state, so that no item opens or closes. */
export function replacementsFor(category: Category | null | undefined, { statuses }: DraftLifecycle): DraftStatus[] {
  return statuses.filter((status) => status.id !== undefined && isClosed(status.category) === isClosed(category));
}

/** Problems by field, as the server reports them. */
export function problemsOf(draft: DraftLifecycle): Record<string, readonly string[]> {
  const places = { defaultOpen: indexOfStatus(draft, draft.open), defaultClosed: indexOfStatus(draft, draft.closed) };
  const statuses = draft.statuses.map((status) => ({ ...status, category: lower(status.category) }));
  const name = draft.name.trim();
  const problems = lifecycleProblems({
    name,
    statuses,
    ...places,
    defaultDuplicate: indexOfStatus(draft, draft.duplicate),
  });
  const ofName = problems.filter((problem) => problem.startsWith('Lifecycle name'));
  const others = problems.filter((problem) => !ofName.includes(problem));
  return { ...(ofName.length > 0 && { name: ofName }), ...(others.length > 0 && { statuses: others }) };
}

/** The input of the mutations. */
export function inputOf(draft: DraftLifecycle) {
  return {
    name: draft.name.trim(),
    statuses: draft.statuses.map(({ key: _key, ...status }) => status),
    defaultOpenStatusIndex: indexOfStatus(draft, draft.open),
    defaultClosedStatusIndex: indexOfStatus(draft, draft.closed),
    defaultDuplicateStatusIndex: indexOfStatus(draft, draft.duplicate),
  };
}
