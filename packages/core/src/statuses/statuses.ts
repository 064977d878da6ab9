import { formatGlobalId, parseGlobalId, type LifecycleId, type StatusId } from '../ids.ts';
import type { WorkItemState } from '../work-items.ts';

/** The categories of statuses, in workflow order. The category of a status never changes. */
export const statusCategories = ['triage', 'to_do', 'in_progress', 'done', 'canceled'] as const;
export type StatusCategory = (typeof statusCategories)[number];

/** The icons that a status can have. The first five are the defaults of the categories. */
export const statusIcons = [
  'status-neutral',
  'status-waiting',
  'status-running',
  'status-success',
  'status-cancelled',
  'status-paused',
  'status-blocked',
  'status-review',
  'status-testing',
  'status-released',
  'status-duplicate',
  'status-question',
] as const;
export type StatusIcon = (typeof statusIcons)[number];

/** The look of a new status of a category. Colors are those of the published system statuses. */
export const categoryDefaults: Readonly<Record<StatusCategory, { icon: StatusIcon; color: string }>> = {
  triage: { icon: 'status-neutral', color: '#995715' },
  to_do: { icon: 'status-waiting', color: '#737278' },
  in_progress: { icon: 'status-running', color: '#1f75cb' },
  done: { icon: 'status-success', color: '#108548' },
  canceled: { icon: 'status-cancelled', color: '#dd2b0e' },
};

/** The state of items in a category: an item in a closed category is closed, any other is open. */
export function stateOfCategory(category: StatusCategory): WorkItemState {
  return category === 'done' || category === 'canceled' ? 'closed' : 'opened';
}

export const statusLimits = {
  /** Characters. */
  name: 32,
  description: 128,
  lifecycleName: 64,
  perLifecycle: 30,
  perRoot: 70,
} as const;

/** The lowest id of statuses and lifecycles of groups; lower ids are those of the system. */
const FIRST_OWN_ID = 1001;

/** The lifecycle of groups that have none of their own. */
export const SYSTEM_LIFECYCLE = 1 as LifecycleId;

/** The first status of SYSTEM_LIFECYCLE. */
export const SYSTEM_STATUS = 1 as StatusId;

/** Whether it is one of the statuses or lifecycles that every installation has. */
export const isSystem = (id: LifecycleId | StatusId): boolean => id < FIRST_OWN_ID;

/** The published id of a status. */
export function statusGlobalId(id: StatusId): string {
  return formatGlobalId(`WorkItems::Statuses::${isSystem(id) ? 'SystemDefined' : 'Custom'}::Status`, id);
}

export function lifecycleGlobalId(id: LifecycleId): string {
  return formatGlobalId(`WorkItems::Statuses::${isSystem(id) ? 'SystemDefined' : 'Custom'}::Lifecycle`, id);
}

const ID = /^WorkItems::Statuses::(SystemDefined|Custom)::(Status|Lifecycle)$/;

function readId(text: string, kind: string): number | null {
  const id = parseGlobalId(text);
  const match = id && ID.exec(id.type);
  if (!id || match?.[2] !== kind || (match[1] === 'SystemDefined') !== id.number < FIRST_OWN_ID) return null;
  return id.number;
}

/** Parses the published id of a status; null for anything else. */
export const parseStatusId = (text: string): StatusId | null => readId(text, 'Status') as StatusId | null;
/** Parses the published id of a lifecycle; null for anything else. */
export const parseLifecycleId = (text: string): LifecycleId | null => readId(text, 'Lifecycle') as LifecycleId | null;

/** A status as a group's settings describe it. */
export interface StatusDraft {
  name: string;
  description: string;
  /** `#rrggbb` */
  color: string;
  category: StatusCategory;
}

/** A lifecycle with its statuses in order; the defaults are indexes into `statuses`. */
export interface LifecycleDraft {
  name: string;
  statuses: readonly StatusDraft[];
  defaultOpen: number;
  defaultClosed: number;
  defaultDuplicate: number;
}

/** Validation errors of a lifecycle, as sentences; empty when there are none. */
export function lifecycleProblems(draft: LifecycleDraft): string[] {
  const { statuses } = draft;
  const problems: string[] = [...nameProblems('Lifecycle name', draft.name, statusLimits.lifecycleName)];
  if (statuses.length > statusLimits.perLifecycle) {
    problems.push(`A lifecycle can have at most ${statusLimits.perLifecycle} statuses.`);
  }
  const names = new Set<string>();
  for (const { name, description, color } of statuses) {
    problems.push(...nameProblems('Status name', name, statusLimits.name));
    if (Array.from(description).length > statusLimits.description) {
      problems.push(`The description of ${name} is too long (maximum is ${statusLimits.description} characters).`);
    }
    if (!/^#[\da-f]{6}$/i.test(color)) problems.push(`The color of ${name} must be written as #RRGGBB.`);
    if (names.has(name.toLowerCase())) problems.push(`There is more than one status named ${name}.`);
    names.add(name.toLowerCase());
  }
  return [...problems, ...defaultProblems(draft)];
}

function nameProblems(what: string, name: string, limit: number): string[] {
  if (name === '') return [`${what} can't be blank.`];
  return Array.from(name).length > limit ? [`${what} is too long (maximum is ${limit} characters).`] : [];
}

function defaultProblems({ statuses, defaultOpen, defaultClosed, defaultDuplicate }: LifecycleDraft): string[] {
  const places = [
    ['open', statuses[defaultOpen], 'opened'],
    ['closed', statuses[defaultClosed], 'closed'],
    ['duplicate', statuses[defaultDuplicate], 'closed'],
  ] as const;
  return places.flatMap(([word, status, state]) => {
    if (!status) return [`Choose the default ${word} status.`];
    const isFitting = stateOfCategory(status.category) === state;
    return isFitting ? [] : [`${status.name} cannot be the default ${word} status because of its category.`];
  });
}
