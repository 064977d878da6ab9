import { defaultLabelColor, isColor, textColorOn } from '@milepost/core/labels';
import type { StagedRow } from '../store/staged-tables.ts';
import type { Fields } from './fields.ts';
import { PROJECT, UNKNOWN_OWNER, type Reading } from './reading.ts';

const TITLE_LIMIT = 255;
const DESCRIPTION_LIMIT = 1_048_576;

/** The owner of a nested label or milestone; UNKNOWN_OWNER if the copy does not contain it. */
export function ownerOf(fields: Fields): number {
  const groupId = fields.optionalId('group_id');
  if (groupId !== null) return groupId;
  const isGroups = fields.has('type') && fields.optionalText('type', TITLE_LIMIT) === 'GroupLabel';
  return isGroups ? UNKNOWN_OWNER : PROJECT;
}

/** `labels.ndjson`, or the copy nested in an item (`isListed` false). Returns the title. */
export function readLabel(reading: Reading, fields: Fields, owner: number, isListed: boolean): string {
  const title = fields.text('title', TITLE_LIMIT);
  if (!reading.isFirst('label', owner, title, String(isListed))) return title;
  const color = fields.optionalText('color', 64)?.trim() ?? '';
  if (!isColor(color)) reading.tally.problem(fields.location, `label ${JSON.stringify(title)} has an unknown color`);
  const known = isColor(color) ? color : defaultLabelColor;
  reading.staging.add('staged_labels', {
    owner,
    title,
    description: fields.optionalText('description', DESCRIPTION_LIMIT) ?? '',
    color: known,
    text_color: textColorOn(known),
    priority: fields.list('priorities')[0]?.optionalInteger('priority', 0) ?? null,
    created_at: fields.optionalTime('created_at'),
    updated_at: fields.optionalTime('updated_at'),
    is_listed: isListed,
    location: fields.location,
  });
  return title;
}

/** `milestones.ndjson`, or the copy nested in an issue (`isListed` false). Returns the title. */
export function readMilestone(reading: Reading, fields: Fields, owner: number, isListed: boolean): string {
  const title = fields.text('title', TITLE_LIMIT);
  if (!reading.isFirst('milestone', owner, title, String(isListed))) return title;
  const description = fields.optionalText('description', DESCRIPTION_LIMIT) ?? '';
  const dueDate = fields.day('due_date');
  let startDate = fields.day('start_date');
  if (startDate !== null && dueDate !== null && startDate > dueDate) {
    reading.tally.problem(
      fields.location,
      `milestone ${JSON.stringify(title)} would start after its end: came without its start`,
    );
    startDate = null;
  }
  reading.staging.add('staged_milestones', {
    owner,
    source_id: fields.optionalId('id'),
    iid: fields.optionalInteger('iid', 1),
    title,
    description,
    description_html: reading.render(description).html,
    state: fields.optionalChoice('state', ['active', 'closed']) ?? 'active',
    start_date: startDate,
    due_date: dueDate,
    created_at: fields.optionalTime('created_at'),
    updated_at: fields.optionalTime('updated_at'),
    is_listed: isListed,
    location: fields.location,
  });
  for (const nested of ['events', 'resource_milestone_events']) {
    reading.tally.countUnsupported(`milestones: ${nested}`, fields.list(nested).length);
  }
  return title;
}

/** `iterations_cadences.ndjson`: a cadence with its iterations. */
export function readCadence(reading: Reading, fields: Fields, owner: number): void {
  const cadence = cadenceRow(fields, owner);
  // A cadence without iterations: this row is the cadence alone.
  reading.staging.add('staged_iterations', cadence);
  fields.each('iterations', (iteration) => void addIteration(reading, iteration, cadence));
}

export interface IterationKey {
  owner: number;
  cadence: string;
  start: string;
  due: string;
}

/** The copy of an iteration nested in an issue. Returns its key. */
export function readIteration(reading: Reading, fields: Fields): IterationKey {
  const owner = fields.optionalId('group_id') ?? UNKNOWN_OWNER;
  const cadence = cadenceRow(fields.object('iterations_cadence'), owner);
  const { start_date, due_date } = addIteration(reading, fields, cadence);
  return { owner, cadence: cadence.cadence_title, start: start_date, due: due_date };
}

function cadenceRow(fields: Fields | null, owner: number): StagedRow<'staged_iterations'> & { cadence_title: string } {
  const within = (name: string, min: number, max: number) => {
    const number = fields?.optionalInteger(name, 0) ?? null;
    return number !== null && number >= min && number <= max ? number : null;
  };
  return {
    owner,
    cadence_title: fields?.optionalText('title', TITLE_LIMIT)?.trim() || 'Iterations',
    cadence_description: fields?.optionalText('description', DESCRIPTION_LIMIT) ?? '',
    is_automatic: fields?.boolean('automatic', false) ?? false,
    is_active: fields?.boolean('active', true) ?? true,
    cadence_start_date: fields?.day('start_date') ?? null,
    duration_in_weeks: within('duration_in_weeks', 1, 52),
    iterations_in_advance: within('iterations_in_advance', 0, 100),
    rolls_over: fields?.boolean('roll_over', false) ?? false,
  };
}

function addIteration(
  reading: Reading,
  fields: Fields,
  cadence: StagedRow<'staged_iterations'> & { cadence_title: string },
): { start_date: string; due_date: string } {
  const start = fields.day('start_date');
  const due = fields.day('due_date');
  if (start === null) throw fields.wrong('start_date', 'is missing');
  if (due === null) throw fields.wrong('due_date', 'is missing');
  if (start > due) throw fields.wrong('start_date', 'is after due_date');
  if (reading.isFirst('iteration', cadence.owner ?? null, cadence.cadence_title, start, due)) {
    const description = fields.optionalText('description', DESCRIPTION_LIMIT) ?? '';
    reading.staging.add('staged_iterations', {
      ...cadence,
      iid: fields.optionalInteger('iid', 1),
      sequence: fields.optionalInteger('sequence', 1),
      title: fields.optionalText('title', TITLE_LIMIT)?.trim() || null,
      description,
      description_html: reading.render(description).html,
      start_date: start,
      due_date: due,
      created_at: fields.optionalTime('created_at'),
      updated_at: fields.optionalTime('updated_at'),
    });
  }
  return { start_date: start, due_date: due };
}
