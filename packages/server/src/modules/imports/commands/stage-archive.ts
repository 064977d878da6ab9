import { createReadStream } from 'node:fs';
import { readArchive, type ArchiveEntry } from '../../../platform/archives/entries.ts';
import type { ArchiveLimits } from '../../../platform/archives/limits.ts';
import { parseObject, readLines, readWhole, textOf } from '../../../platform/archives/lines.ts';
import { Fields, UnknownArchiveError } from './fields.ts';
import { readEpic, readIssue, readLink } from './read-items.ts';
import { readGroup, readProject } from './read-namespaces.ts';
import { readContributor, readMember } from './read-people.ts';
import { readCadence, readLabel, readMilestone } from './read-planning.ts';
import { PROJECT, type Reading } from './reading.ts';

type ReadRecord = (reading: Reading, fields: Fields, owner: number) => void;

const groupRelations: Readonly<Record<string, ReadRecord>> = {
  members: readMember,
  user_contributions: readContributor,
  labels: (reading, fields, owner) => void readLabel(reading, fields, owner, true),
  milestones: (reading, fields, owner) => void readMilestone(reading, fields, owner, true),
  iterations_cadences: readCadence,
  epics: readEpic,
  related_epic_links: (reading, fields) => readLink(reading, fields, 'epic'),
};

const projectRelations: Readonly<Record<string, ReadRecord>> = {
  project_members: readMember,
  user_contributions: readContributor,
  labels: (reading, fields, owner) => void readLabel(reading, fields, owner, true),
  milestones: (reading, fields, owner) => void readMilestone(reading, fields, owner, true),
  issues: readIssue,
  issue_links: (reading, fields) => readLink(reading, fields, 'issue'),
};

export interface StageOptions {
  limits: ArchiveLimits;
  onRead?: (packedBytes: number) => void;
  signal?: AbortSignal;
}

/** What kind of archive it was, once all of it has been read. */
export type ArchiveKind = 'group' | 'project';

/** Reads a whole archive into the staged tables. Throws an ArchiveError for the first thing that is wrong with it. */
export async function stageArchive(reading: Reading, file: string, options: StageOptions): Promise<ArchiveKind> {
  const seen = { version: false, group: false, project: false };
  let files = 0;
  for await (const entry of readArchive(createReadStream(file), options)) {
    const { path } = entry;
    const groupDocument = /^tree\/groups\/(\d{1,15})\.json$/.exec(path);
    const groupRelation = /^tree\/groups\/(\d{1,15})\/([a-z_]+)\.ndjson$/.exec(path);
    const upload = /^uploads\/([0-9a-f]{32})\/([^/]+)$/.exec(path);
    const projectRelation = /^tree\/project\/([a-z_]+)\.ndjson$/.exec(path);
    if (path === 'VERSION') {
      await checkVersion(entry, options.limits);
      seen.version = true;
    } else if (groupDocument) {
      seen.group = true;
      readGroup(reading, await readDocument(entry, options.limits), Number(groupDocument[1]));
    } else if (path === 'tree/project.json') {
      seen.project = true;
      readProject(reading, await readDocument(entry, options.limits));
    } else if (groupRelation) {
      const name = groupRelation[2] ?? '';
      await readRelation(
        reading,
        entry,
        { name, read: groupRelations[name], owner: Number(groupRelation[1]) },
        options,
      );
    } else if (projectRelation) {
      const name = projectRelation[1] ?? '';
      await readRelation(reading, entry, { name, read: projectRelations[name], owner: PROJECT }, options);
    } else if (upload) {
      files += 1;
      const [, secret = '', name = ''] = upload;
      await readFile(reading, entry, { file: files, secret, name });
    } else if (path === 'project.json' || path === 'group.json') {
      throw new UnknownArchiveError(
        path,
        'is an export in one piece, as made before 2020: export again with a newer version',
      );
    } else if (!/^(GITLAB_VERSION|GITLAB_REVISION|tree\/groups\/_all\.ndjson)$/.test(path)) {
      reading.tally.passOver(path.includes('/') && !path.startsWith('tree/') ? `${path.split('/')[0]}/` : path, 1);
    }
  }
  const kind = kindOf(seen);
  // Which of its groups they belong to a group's archive does not say.
  if (kind === 'group') reading.tally.passOver('uploads/', files);
  return kind;
}

/** A file of the project's texts. What it is its bytes say, and what it may be called is ours. */
async function readFile(
  reading: Reading,
  entry: ArchiveEntry,
  called: { file: number; secret: string; name: string },
): Promise<void> {
  const kept = await reading.keepFile(entry.chunks, called.name);
  reading.staging.add('staged_files', {
    ...called,
    kept_as: kept.secret,
    file_name: kept.fileName,
    byte_size: kept.byteSize,
    media_type: kept.mediaType,
  });
  await reading.staging.flushIfFull();
}

function kindOf(seen: { version: boolean; group: boolean; project: boolean }): ArchiveKind {
  if (seen.group && seen.project) throw new UnknownArchiveError(null, 'The archive holds groups and a project at once');
  if (!seen.group && !seen.project)
    throw new UnknownArchiveError(null, 'The archive holds neither a group nor a project');
  if (!seen.version) throw new UnknownArchiveError('VERSION', 'is missing');
  return seen.group ? 'group' : 'project';
}

async function checkVersion(entry: ArchiveEntry, limits: ArchiveLimits): Promise<void> {
  const version = textOf(await readWhole(entry, { ...limits, lineBytes: 100 })).trim();
  if (!/^0\.\d+\.\d+$/.test(version)) {
    throw new UnknownArchiveError('VERSION', `says ${JSON.stringify(version)}; formats 0.x are known`);
  }
}

async function readDocument(entry: ArchiveEntry, limits: ArchiveLimits): Promise<Fields> {
  return new Fields(parseObject(await readWhole(entry, limits), limits), entry.path);
}

interface Relation {
  name: string;
  /** Undefined for a relation there is no place for. */
  read: ReadRecord | undefined;
  owner: number;
}

async function readRelation(
  reading: Reading,
  entry: ArchiveEntry,
  relation: Relation,
  options: StageOptions,
): Promise<void> {
  const { read, owner } = relation;
  if (!read) {
    reading.tally.passOver(relation.name, await countLines(entry));
    return;
  }
  for await (const line of readLines(entry, options.limits)) {
    read(reading, new Fields(parseObject(line, options.limits), line.place), owner);
    await reading.staging.flushIfFull();
    await reading.breathe();
  }
}

/** Counts without looking: nothing of it comes in, so nothing of it can do harm. */
async function countLines(entry: ArchiveEntry): Promise<number> {
  let count = 0;
  let isOpen = false;
  for await (const chunk of entry.chunks) {
    for (let at = chunk.indexOf(0x0a); at !== -1; at = chunk.indexOf(0x0a, at + 1)) count += 1;
    isOpen = chunk.at(-1) !== 0x0a;
  }
  return count + (isOpen ? 1 : 0);
}

/** What kind of archive a file is, as far as its first entries say; null for none that can be read. */
export async function kindOfArchive(file: string): Promise<ArchiveKind | null> {
  try {
    for await (const { path } of readArchive(createReadStream(file))) {
      if (path.startsWith('tree/groups/')) return 'group';
      if (path.startsWith('tree/project')) return 'project';
    }
  } catch {
    // Whoever imports it is told what is wrong.
  }
  return null;
}
