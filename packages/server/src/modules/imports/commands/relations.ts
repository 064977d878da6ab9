import { ArchiveError } from '../../../platform/archives/errors.ts';
import type { ArchiveLimits } from '../../../platform/archives/limits.ts';
import { parseObject, type Line } from '../../../platform/archives/lines.ts';
import type { ImportedKind } from '../table.ts';
import type { Fields } from './fields.ts';
import { readEpic, readIssue, readLink } from './read-items.ts';
import { readContributor, readMember } from './read-people.ts';
import { readCadence, readLabel, readMilestone } from './read-planning.ts';
import type { Reading } from './reading.ts';

export interface StageOptions {
  limits: ArchiveLimits;
  onRead?: (packedBytes: number) => void;
  signal?: AbortSignal;
}

/** A list of an archive, and the reader of its records. */
export interface Relation {
  read: (reading: Reading, fields: Fields, owner: number) => void;
  /** The name of a record in the report. */
  thing: ImportedKind;
}

const people: Readonly<Record<string, Relation>> = {
  user_contributions: { read: readContributor, thing: 'users' },
  labels: { read: (reading, fields, owner) => void readLabel(reading, fields, owner, true), thing: 'labels' },
  milestones: {
    read: (reading, fields, owner) => void readMilestone(reading, fields, owner, true),
    thing: 'milestones',
  },
};

/** The lists that are imported; all others are skipped. */
export const relations: Readonly<Record<'group' | 'project', Readonly<Record<string, Relation>>>> = {
  group: {
    ...people,
    members: { read: readMember, thing: 'members' },
    iterations_cadences: { read: readCadence, thing: 'iterations' },
    epics: { read: readEpic, thing: 'epics' },
    related_epic_links: { read: (reading, fields) => readLink(reading, fields, 'epic'), thing: 'links' },
  },
  project: {
    ...people,
    project_members: { read: readMember, thing: 'members' },
    issues: { read: readIssue, thing: 'issues' },
    issue_links: { read: (reading, fields) => readLink(reading, fields, 'issue'), thing: 'links' },
  },
};

/** Stages one record. An unusable one is skipped. */
export async function stageRecord(
  reading: Reading,
  { read, thing }: Relation,
  record: { line: Line; owner: number; limits: ArchiveLimits },
): Promise<void> {
  try {
    const { line, owner, limits } = record;
    read(reading, reading.fieldsOf(parseObject(line, limits), line.location), owner);
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    reading.leaveOut(error, thing);
  }
  await reading.staging.flushIfFull();
  await reading.breathe();
}
