import { formatDay, parseDay } from '../days.ts';
import { formatDuration } from '../dates/durations.ts';
import type { LinkType } from '../links.ts';
import { escapeMarkdown } from '../notes.ts';
import type { SelectFieldName, SelectValues } from '../fields/select-fields.ts';
import { shortReference } from './references.ts';
import type { HealthStatus, Severity, WorkItemType } from '../work-items.ts';

/** The texts of system notes, in Markdown, and the kind of change of each. */
export interface SystemNote {
  action: string;
  body: string;
}

/** Of an item that a program created for its author. */
export const createdNote: SystemNote = { action: 'created', body: 'created this' };
export const closedNote: SystemNote = { action: 'closed', body: 'closed' };
/** Takes the commit or merge request in Markdown. */
export const closedViaNote = (cause: string): SystemNote => ({ action: 'closed', body: `closed via ${cause}` });
export const mentionedInNote = (cause: string): SystemNote => ({
  action: 'cross_reference',
  body: `mentioned in ${cause}`,
});
export const reopenedNote: SystemNote = { action: 'opened', body: 'reopened' };
export const descriptionNote: SystemNote = { action: 'description', body: 'changed the description' };

export function titleNote(from: string, to: string): SystemNote {
  return { action: 'title', body: `changed title from **${escapeMarkdown(from)}** to **${escapeMarkdown(to)}**` };
}

export function confidentialityNote(type: WorkItemType, isConfidential: boolean): SystemNote {
  return isConfidential
    ? { action: 'confidential', body: `made the ${type} confidential` }
    : { action: 'visible', body: `made the ${type} visible to everyone` };
}

export function lockNote(type: WorkItemType, isLocked: boolean): SystemNote {
  return isLocked
    ? { action: 'locked', body: `locked the discussion in this ${type}` }
    : { action: 'unlocked', body: `unlocked the discussion in this ${type}` };
}

export function typeNote(from: WorkItemType, to: WorkItemType): SystemNote {
  return { action: 'issue_type', body: `changed type from ${from} to ${to}` };
}

/** Takes a day as `YYYY-MM-DD`; null where the date was removed. */
export function dateNote(side: 'start' | 'due', to: string | null): SystemNote {
  const action = 'start_date_or_due_date';
  const day = to === null ? null : parseDay(to);
  return day === null
    ? { action, body: `removed ${side} date` }
    : { action, body: `changed ${side} date to ${formatDay(day)}` };
}

export function weightNote(to: number | null): SystemNote {
  return { action: 'weight', body: to === null ? 'removed the weight' : `set weight to **${to}**` };
}

export function selectNote<Name extends SelectFieldName>(name: Name, to: SelectValues[Name]): SystemNote {
  return { action: name, body: `changed the ${name} to **${to}**` };
}

export function statusNote(to: string): SystemNote {
  return { action: 'work_item_status', body: `set status to **${escapeMarkdown(to)}**` };
}

const severityTexts: Readonly<Record<Severity, string>> = {
  unknown: 'Unknown',
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  critical: 'Critical',
};

export function severityNote(to: Severity): SystemNote {
  return { action: 'severity', body: `changed the severity to **${severityTexts[to]}**` };
}

const healthTexts: Readonly<Record<HealthStatus, string>> = {
  on_track: 'on track',
  needs_attention: 'needs attention',
  at_risk: 'at risk',
};

export function healthNote(from: HealthStatus | null, to: HealthStatus | null): SystemNote {
  const action = 'health_status';
  if (to !== null) return { action, body: `changed health status to **${healthTexts[to]}**` };
  return { action, body: from === null ? 'removed health status' : `removed health status **${healthTexts[from]}**` };
}

/** Takes seconds; 0 where the estimate was removed. */
export function estimateNote(to: number): SystemNote {
  const action = 'time_tracking';
  const duration = formatDuration(to);
  return duration === null
    ? { action, body: 'removed time estimate' }
    : { action, body: `changed time estimate to ${duration}` };
}

/** Takes seconds, negative where time was subtracted. */
export function spentNote(seconds: number): SystemNote {
  const duration = formatDuration(Math.abs(seconds)) ?? '0m';
  return { action: 'time_tracking', body: `${seconds < 0 ? 'subtracted' : 'added'} ${duration} of time spent` };
}

/** A time log of this many seconds was deleted. */
export function timelogDeletedNote(seconds: number): SystemNote {
  return { action: 'time_tracking', body: `deleted ${formatDuration(Math.abs(seconds)) ?? '0m'} of spent time` };
}

export const spentResetNote: SystemNote = { action: 'time_tracking', body: 'removed time spent' };

export function colorNote(to: string | null): SystemNote {
  return { action: 'color', body: to === null ? 'removed the color' : `set color to \`${to}\`` };
}

export function assigneesNote(added: readonly string[], removed: readonly string[]): SystemNote {
  const parts = [
    ...(added.length > 0 ? [`assigned to ${listed(added.map(userReference))}`] : []),
    ...(removed.length > 0 ? [`unassigned ${listed(removed.map(userReference))}`] : []),
  ];
  return { action: 'assignee', body: parts.join(' and ') };
}

export function labelsNote(added: readonly string[], removed: readonly string[]): SystemNote {
  const parts = [
    ...(added.length > 0 ? [`added ${labels(added)}`] : []),
    ...(removed.length > 0 ? [`removed ${labels(removed)}`] : []),
  ];
  return { action: 'label', body: parts.join(' and ') };
}

export function milestoneNote(from: string | null, to: string | null): SystemNote {
  const action = 'milestone';
  if (to !== null) return { action, body: `changed milestone to ${milestoneReference(to)}` };
  return { action, body: from === null ? 'removed milestone' : `removed milestone ${milestoneReference(from)}` };
}

export function iterationNote(from: string | null, to: string | null): SystemNote {
  const action = 'iteration';
  if (to !== null) return { action, body: `changed iteration to **${escapeMarkdown(to)}**` };
  return { action, body: from === null ? 'removed iteration' : `removed iteration **${escapeMarkdown(from)}**` };
}

/** Takes the field's name and its values as text; none where it was cleared. */
export function customFieldNote(name: string, to: readonly string[]): SystemNote {
  const action = 'custom_field';
  const field = `**${escapeMarkdown(name)}**`;
  const values = to.map((value) => `**${escapeMarkdown(value)}**`);
  return { action, body: values.length > 0 ? `changed ${field} to ${listed(values)}` : `removed ${field}` };
}

/** A reference to the other item. */
export interface Relative {
  type: WorkItemType;
  /** `group/project#12` */
  reference: string;
}

/** On the child: its parent changed. */
export function parentNote(from: Relative | null, to: Relative | null): SystemNote {
  if (to) return { action: 'relate_to_parent', body: `added ${to.reference} as parent ${to.type}` };
  return {
    action: 'unrelate_from_parent',
    body: from ? `removed parent ${from.type} ${from.reference}` : 'removed parent',
  };
}

/** On the parent: a child was added or removed. */
export function childNote(child: Relative, isAdded: boolean): SystemNote {
  return isAdded
    ? { action: 'relate_to_child', body: `added ${child.reference} as child ${child.type}` }
    : { action: 'unrelate_from_child', body: `removed child ${child.type} ${child.reference}` };
}

const linkTexts: Readonly<Record<LinkType, string>> = {
  relates_to: 'related to',
  blocks: 'blocking',
  is_blocked_by: 'blocked by',
};

/** On each end of a link, as seen from that item. */
export function linkNote(type: WorkItemType, linkType: LinkType, other: Relative): SystemNote {
  return { action: 'relate', body: `marked this ${type} as ${linkTexts[linkType]} ${other.reference}` };
}

export function unlinkNote(other: Relative): SystemNote {
  return { action: 'unrelate', body: `removed the relation with ${other.reference}` };
}

const wayMessages = {
  moved: { to: 'moved to', from: 'moved from' },
  cloned: { to: 'cloned to', from: 'cloned from' },
  promoted: { to: 'promoted to epic', from: 'promoted from issue' },
} as const;

/** On a moved, cloned or promoted item and on its successor: the relation of the other. */
export function successorNote(
  type: WorkItemType,
  way: keyof typeof wayMessages | 'duplicated',
  direction: 'to' | 'from',
  other: Relative,
): SystemNote {
  if (way !== 'duplicated') return { action: way, body: `${wayMessages[way][direction]} ${other.reference}` };
  return direction === 'to'
    ? { action: 'duplicate', body: `marked this ${type} as a duplicate of ${other.reference}` }
    : { action: 'duplicate', body: `marked ${other.reference} as a duplicate of this ${type}` };
}

function labels(titles: readonly string[]): string {
  const references = titles.map((name) => shortReference({ kind: 'label', path: null, name }));
  return `${references.join(' ')} ${titles.length === 1 ? 'label' : 'labels'}`;
}

const milestoneReference = (name: string) => shortReference({ kind: 'milestone', path: null, name });
const userReference = (username: string) => `@${username}`;

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;
}

/** The icon of a system note, by its kind. */
export function systemNoteIcon(action: string | null): string {
  return (action !== null && icons.get(action)) || 'pencil';
}

const icons: ReadonlyMap<string, string> = new Map([
  ['closed', 'issue-close'],
  ['opened', 'issues'],
  ['title', 'pencil'],
  ['description', 'pencil'],
  ['confidential', 'eye-slash'],
  ['visible', 'eye'],
  ['locked', 'lock'],
  ['unlocked', 'lock-open'],
  ['start_date_or_due_date', 'calendar'],
  ['due_date', 'calendar'],
  ['weight', 'weight'],
  ['health_status', 'status-health'],
  ['severity', 'severity'],
  ['color', 'palette'],
  ['time_tracking', 'timer'],
  ['assignee', 'user'],
  ['label', 'label'],
  ['milestone', 'milestone'],
  ['iteration', 'iteration'],
  ['relate', 'link'],
  ['unrelate', 'link'],
  ['relate_to_parent', 'link'],
  ['unrelate_from_parent', 'link'],
  ['relate_to_child', 'link'],
  ['unrelate_from_child', 'link'],
  ['issue_type', 'pencil'],
  ['moved', 'arrow-right'],
  ['cloned', 'copy'],
  ['promoted', 'epic'],
  ['duplicate', 'duplicate'],
]);
