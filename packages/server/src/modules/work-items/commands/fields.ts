import { formatDay, parseDay } from '@milepost/core/days';
import { ValidationError, type FieldErrors } from '@milepost/core/errors';
import type { NamespaceId, StatusId, UserId } from '@milepost/core/ids';
import { givenSelects, selectFieldsOf, type GivenSelects } from '@milepost/core/fields/select-fields';
import type { NamespaceScope } from '@milepost/core/roles';
import { hasFeature } from '@milepost/core/settings/features';
import { isWebUrl } from '@milepost/core/text/web-urls';
import { countTaskItems } from '@milepost/core/text/task-lists';
import {
  epicColorOf,
  mayBecome,
  nextState,
  problemsOf,
  type HealthStatus,
  type Severity,
  type StateEvent,
  type WorkItemType,
} from '@milepost/core/work-items';
import { withoutUndefined } from '../../../platform/util/records.ts';
import type { Updateable } from 'kysely';
import type { WidgetInput } from '../sockets.ts';
import type { WorkItemRow, WorkItemTable } from '../table.ts';
import type { ValuesRead } from './values-read.ts';

/** The settable fields of a work item itself. Undefined leaves a field unchanged. */
interface OwnFields extends GivenSelects {
  title?: string;
  description?: string;
  isConfidential?: boolean;
  isDiscussionLocked?: boolean;
  /** `YYYY-MM-DD`. Only epics can inherit dates. */
  startDateFixed?: string | null;
  dueDateFixed?: string | null;
  /** False: inherited from children. Omitted: true if a date is given. */
  startDateIsFixed?: boolean;
  dueDateIsFixed?: boolean;
  weight?: number | null;
  healthStatus?: HealthStatus | null;
  /** One of the lifecycle of its type. It opens or closes the item. */
  statusId?: StatusId;
  /** Incidents only. */
  severity?: Severity;
  /** One of the suggested colors; null or empty for the default. */
  color?: string | null;
  /** Seconds. */
  timeEstimate?: number;
  /** An external URL; null or empty clears it. */
  meetingUrl?: string | null;
  /** Incidents only: the public status page. */
  publishedUrl?: string | null;
  /** Replaces all assignees; people who cannot see the item are left out. */
  assigneeIds?: readonly UserId[];
  addAssigneeIds?: readonly UserId[];
  removeAssigneeIds?: readonly UserId[];
}

/** A commit or merge request, as the system note names it, and the project of the code. */
export interface ClosingCause {
  /** Markdown. */
  text: string;
  projectId: NamespaceId;
}

/** Fields of updates only. */
interface OwnChanges {
  type?: WorkItemType;
  stateEvent?: StateEvent;
  /** The code that closes it. */
  closingCause?: ClosingCause;
  /** The version that was read, for optimistic locking (StaleVersionError). */
  lockVersion?: number;
  /** The dates that were read, for optimistic locking (StaleDatesError). */
  datesRead?: { startDate: string | null; dueDate: string | null };
  /** The values that were read, for optimistic locking of single fields (StaleValueError). */
  valuesRead?: ValuesRead;
  /** The time of the change. Accepted from owners only; otherwise now. */
  updatedAt?: Date;
}

declare module '../sockets.ts' {
  // Widgets also depend on own fields: the hierarchy follows dates and types.
  interface WidgetInput extends OwnFields, OwnChanges {}
}

/** Fields of a new work item, from all rooms. */
export type WorkItemFields = Omit<WidgetInput, keyof OwnChanges>;
/** Fields of an update, from all rooms. */
export type WorkItemChange = WidgetInput;

const textFields = new Set<string>([
  'title',
  'description',
  'stateEvent',
  'closingCause',
  'statusId',
  'lockVersion',
  'valuesRead',
  'updatedAt',
] satisfies (keyof WorkItemChange)[]);

/** Whether a change needs more permissions than authors have on their own items. */
export function isMoreThanText(change: object): boolean {
  return Object.entries(change).some(([field, value]) => value !== undefined && !textFields.has(field));
}

const stateFields = new Set<string>([
  'stateEvent',
  'closingCause',
  'statusId',
  'valuesRead',
  'updatedAt',
] satisfies (keyof WorkItemChange)[]);

/** The input without values of features that are switched off there: they are ignored, as those that items do not have. */
export function withoutSwitchedOff<Input extends WorkItemChange>(scope: NamespaceScope, input: Input): Input {
  if (scope.disabledFeatures.length === 0) return input;
  const { healthStatus, statusId, ...rest } = input;
  return {
    ...rest,
    ...(hasFeature(scope, 'health_status') && { healthStatus }),
    ...(hasFeature(scope, 'statuses') && { statusId }),
  } as Input;
}

/** Whether a change opens, closes or moves the item on in its workflow, and nothing else. */
export function changesStateOnly(change: object): boolean {
  return Object.entries(change).every(([field, value]) => value === undefined || stateFields.has(field));
}

/** The columns of a new item, or the changed columns; throws ValidationError naming every invalid field. */
export function columnsFor(
  type: WorkItemType,
  before: WorkItemRow | null,
  input: WorkItemChange,
): Updateable<WorkItemTable> {
  const wanted = { ...plainColumns(input), ...dateColumns(type, before, input), ...stateColumns(before, input) };
  const problems = { ...problemsOf(wanted), ...valueProblems(type, input), ...typeProblems(before, input) };
  Object.assign(
    problems,
    dateProblems(input),
    orderProblems(before, wanted),
    healthProblems(before, wanted),
    linkProblems(type, wanted),
    severityProblems(type, input),
    selectProblems(type, input),
  );
  if (Object.keys(problems).length > 0) throw new ValidationError(problems);
  return before ? onlyChanged(before, wanted) : wanted;
}

function plainColumns(input: WorkItemChange): Updateable<WorkItemTable> {
  const tasks = input.description === undefined ? null : countTaskItems(input.description);
  return withoutUndefined({
    type: input.type,
    title: input.title?.trim(),
    description: input.description,
    taskCount: tasks?.total,
    taskCompletedCount: tasks?.completed,
    isConfidential: input.isConfidential,
    isDiscussionLocked: input.isDiscussionLocked,
    weight: input.weight,
    healthStatus: input.healthStatus,
    statusId: input.statusId,
    severity: input.severity,
    ...givenSelects(input),
    color: input.color === undefined ? undefined : epicColorOf(input.color ?? ''),
    timeEstimate: input.timeEstimate,
    meetingUrl: input.meetingUrl === undefined ? undefined : input.meetingUrl?.trim() || null,
    publishedUrl: input.publishedUrl === undefined ? undefined : input.publishedUrl?.trim() || null,
  });
}

function stateColumns(before: WorkItemRow | null, { stateEvent }: WorkItemChange): Updateable<WorkItemTable> {
  if (!stateEvent || !before || nextState(stateEvent) === before.state) return {};
  return stateEvent === 'close'
    ? { state: 'closed', closedAt: new Date() }
    : { state: 'opened', closedAt: null, closedById: null };
}

function dateColumns(type: WorkItemType, before: WorkItemRow | null, input: WorkItemChange): Updateable<WorkItemTable> {
  const start = sideOf(
    type,
    input.startDateFixed,
    input.startDateIsFixed,
    before && {
      fixed: before.startDateFixed,
      isFixed: before.startDateIsFixed,
      shown: before.startDate,
    },
  );
  const due = sideOf(
    type,
    input.dueDateFixed,
    input.dueDateIsFixed,
    before && {
      fixed: before.dueDateFixed,
      isFixed: before.dueDateIsFixed,
      shown: before.dueDate,
    },
  );
  const noSource = null;
  return {
    startDateFixed: start.fixed,
    startDateIsFixed: start.isFixed,
    startDate: start.shown,
    ...(start.isFixed && { startDateSourcingWorkItemId: noSource, startDateSourcingMilestoneId: noSource }),
    dueDateFixed: due.fixed,
    dueDateIsFixed: due.isFixed,
    dueDate: due.shown,
    ...(due.isFixed && { dueDateSourcingWorkItemId: noSource, dueDateSourcingMilestoneId: noSource }),
  };
}

interface Side {
  fixed: string | null;
  isFixed: boolean;
  shown: string | null;
}

/** The hierarchy sets inherited dates; they are empty initially. */
function sideOf(
  type: WorkItemType,
  date: string | null | undefined,
  isFixed: boolean | undefined,
  before: Side | null,
): Side {
  const fixed = date === undefined ? (before?.fixed ?? null) : date || null;
  const staysFixed = isFixed ?? (date ? true : (before?.isFixed ?? false));
  if (type !== 'epic' || staysFixed) return { fixed, isFixed: true, shown: fixed };
  return { fixed, isFixed: false, shown: before && !before.isFixed ? before.shown : null };
}

function dateProblems({ startDateFixed, dueDateFixed }: WorkItemChange): FieldErrors {
  const problems: Record<string, string[]> = {};
  if (startDateFixed && !isDay(startDateFixed)) problems['start_date'] = ['is invalid'];
  if (dueDateFixed && !isDay(dueDateFixed)) problems['due_date'] = ['is invalid'];
  return problems;
}

function isDay(text: string): boolean {
  const day = parseDay(text);
  return day !== null && formatDay(day) === text;
}

/** Only entered dates are checked against each other: inherited ones may be inconsistent. */
function orderProblems(before: WorkItemRow | null, wanted: Updateable<WorkItemTable>): FieldErrors {
  const { startDateFixed: start, dueDateFixed: due } = wanted;
  if (!wanted.startDateIsFixed || !wanted.dueDateIsFixed || !start || !due || start <= due) return {};
  const isNew = !before || before.startDateFixed !== start || before.dueDateFixed !== due;
  return isNew ? { due_date: ['must be greater than or equal to start date'] } : {};
}

function healthProblems(before: WorkItemRow | null, wanted: Updateable<WorkItemTable>): FieldErrors {
  const isClosed = (wanted.state ?? before?.state) === 'closed';
  const changes = wanted.healthStatus !== undefined && wanted.healthStatus !== (before?.healthStatus ?? null);
  return isClosed && changes ? { health_status: ['can only be changed while the item is open'] } : {};
}

function severityProblems(type: WorkItemType, { severity, type: next }: WorkItemChange): FieldErrors {
  return severity !== undefined && (next ?? type) !== 'incident' ? { severity: ['is for incidents only'] } : {};
}

function selectProblems(type: WorkItemType, input: WorkItemChange): FieldErrors {
  const allowed = selectFieldsOf(input.type ?? type);
  const wrong = Object.keys(givenSelects(input)).filter((name) => !allowed.some((field) => field === name));
  return Object.fromEntries(wrong.map((name) => [name, ['is not a field of items of this type']]));
}

/** A color or a weight that items of the type do not have would be stored unseen. */
function valueProblems(type: WorkItemType, { color, weight }: WorkItemChange): FieldErrors {
  const isEpic = type === 'epic';
  const isWrong = color?.trim() && (!isEpic || epicColorOf(color) === null);
  return {
    ...(isWrong && { color: [isEpic ? 'is not one of the suggested colors' : 'is for epics only'] }),
    ...(isEpic && typeof weight === 'number' && { weight: ['of an epic is the sum of its children'] }),
  };
}

function typeProblems(before: WorkItemRow | null, { type }: WorkItemChange): FieldErrors {
  return before && type && !mayBecome(before.type, type) ? { type: ['cannot be changed to or from epic'] } : {};
}

function onlyChanged(before: WorkItemRow, wanted: Updateable<WorkItemTable>): Updateable<WorkItemTable> {
  return Object.fromEntries(
    Object.entries(wanted).filter(([column, value]) => before[column as keyof WorkItemRow] !== value),
  );
}

function linkProblems(type: WorkItemType, wanted: Updateable<WorkItemTable>): FieldErrors {
  const { meetingUrl, publishedUrl } = wanted;
  return {
    ...(meetingUrl && !isWebUrl(meetingUrl) && { zoom_meeting_url: ['is not the address of a web page'] }),
    ...(publishedUrl && !isWebUrl(publishedUrl) && { published_incident_url: ['is not the address of a web page'] }),
    ...(publishedUrl && type !== 'incident' && { published_incident_url: ['is for incidents only'] }),
  };
}
