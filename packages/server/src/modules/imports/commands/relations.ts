import { ArchiveError } from '../../../platform/archives/errors.ts';
import type { ArchiveLimits } from '../../../platform/archives/limits.ts';
import { parseObject, type Line } from '../../../platform/archives/lines.ts';
import type { ImportedKind } from '../table.ts';
import type { Fields } from './fields.ts';
import { readDeployment, readEnvironment, readProtection, readStatusCheck } from './read-deliveries.ts';
import { readEpic, readIssue, readLink } from './read-items.ts';
import { readContributor, readMember } from './read-people.ts';
import { readCadence, readLabel, readMilestone } from './read-planning.ts';
import { readMergeRequest } from './read-requests.ts';
import type { Reading } from './reading.ts';

export interface StageOptions {
  limits: ArchiveLimits;
  onRead?: (packedBytes: number) => void;
  signal?: AbortSignal;
}

/** A list of an archive, and the reader of its records. */
export interface Relation {
  read: (reading: Reading, fields: Fields, owner: number) => void;
  /** What a record counts as in the report. */
  kind: ImportedKind;
}

const people: Readonly<Record<string, Relation>> = {
  user_contributions: { read: readContributor, kind: 'users' },
  labels: { read: (reading, fields, owner) => void readLabel(reading, fields, owner, true), kind: 'labels' },
  milestones: {
    read: (reading, fields, owner) => void readMilestone(reading, fields, owner, true),
    kind: 'milestones',
  },
};

/** The lists that are imported; all others are skipped. */
export const relations: Readonly<Record<'group' | 'project', Readonly<Record<string, Relation>>>> = {
  group: {
    ...people,
    members: { read: readMember, kind: 'members' },
    iterations_cadences: { read: readCadence, kind: 'iterations' },
    epics: { read: readEpic, kind: 'epics' },
    protected_environments: { read: readProtection, kind: 'protectedEnvironments' },
    related_epic_links: { read: (reading, fields) => readLink(reading, fields, 'epic'), kind: 'links' },
  },
  project: {
    ...people,
    project_members: { read: readMember, kind: 'members' },
    issues: { read: readIssue, kind: 'issues' },
    merge_requests: { read: readMergeRequest, kind: 'mergeRequests' },
    environments: { read: readEnvironment, kind: 'environments' },
    deployments: { read: readDeployment, kind: 'deployments' },
    protected_environments: { read: readProtection, kind: 'protectedEnvironments' },
    external_status_checks: { read: readStatusCheck, kind: 'statusChecks' },
    issue_links: { read: (reading, fields) => readLink(reading, fields, 'issue'), kind: 'links' },
  },
};

/** Stages one record. An unusable one is skipped. */
export async function stageRecord(
  reading: Reading,
  { read, kind }: Relation,
  record: { line: Line; owner: number; limits: ArchiveLimits },
): Promise<void> {
  try {
    const { line, owner, limits } = record;
    read(reading, reading.fieldsOf(parseObject(line, limits), line.location), owner);
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    reading.skip(error, kind);
  }
  await reading.staging.flushIfFull();
  await reading.yieldIfDue();
}
