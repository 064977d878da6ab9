import { createReadStream } from 'node:fs';
import { readArchive, type ArchiveEntry } from '../../../platform/archives/entries.ts';
import { ownValue } from '../../../platform/util/records.ts';
import { ArchiveError, BrokenLineError, LineTooLongError } from '../../../platform/archives/errors.ts';
import type { ArchiveLimits } from '../../../platform/archives/limits.ts';
import { parseObject, readLines, readWhole, textOf } from '../../../platform/archives/lines.ts';
import { BundleError } from '../../repositories/store/bundles.ts';
import { type Fields, UnknownArchiveError, UnknownRecordError } from './fields.ts';
import { readGroup, readProject } from './read-namespaces.ts';
import { PROJECT, type Reading } from './reading.ts';
import { relations, stageRecord, type StageOptions } from './relations.ts';
import { stageDocument } from './stage-document.ts';

/** The kind of archive, known after all of it was read. */
export type ArchiveKind = 'group' | 'project';

/**
 * Reads an archive into the staged tables. Unusable records are skipped and reported; throws an ArchiveError for an unreadable
 * archive and, in strict mode, for the first unusable record.
 */
export async function stageArchive(reading: Reading, file: string, options: StageOptions): Promise<ArchiveKind> {
  const seen: Seen = { version: false, group: false, project: false };
  let files = 0;
  for await (const entry of readArchive(createReadStream(file), options)) {
    const { path } = entry;
    const groupDocument = /^tree\/groups\/(\d{1,15})\.json$/.exec(path);
    const groupRelation = /^tree\/groups\/(\d{1,15})\/([a-z_]+)\.ndjson$/.exec(path);
    const upload = /^uploads\/([0-9a-f]{32})\/([^/]+)$/.exec(path);
    const projectRelation = /^tree\/project\/([a-z_]+)\.ndjson$/.exec(path);
    if (path === 'VERSION') {
      seen.version = true;
      await skipUnusable(reading, () => checkVersion(entry, options.limits));
    } else if (groupDocument) {
      seen.group = true;
      const id = Number(groupDocument[1]);
      await skipUnusable(
        reading,
        async () => readGroup(reading, await readDocument(reading, entry, options.limits), id),
        (error) => reading.skipGroup(id, error),
      );
    } else if (path === 'tree/project.json') {
      seen.project = true;
      const read = () => readDocument(reading, entry, options.limits);
      // A project without its description is still imported.
      readProject(reading, (await skipUnusable(reading, read)) ?? reading.fieldsOf({}, path));
    } else if (groupRelation) {
      await readRelation(
        reading,
        entry,
        { kind: 'group', name: groupRelation[2] ?? '', owner: Number(groupRelation[1]) },
        options,
      );
    } else if (projectRelation) {
      await readRelation(reading, entry, { kind: 'project', name: projectRelation[1] ?? '', owner: PROJECT }, options);
    } else if (upload) {
      files += 1;
      const [, secret = '', name = ''] = upload;
      await readFile(reading, entry, { file: files, secret, name });
    } else if (path === 'project.bundle') {
      await readRepository(reading, entry);
    } else if (path === 'project.json' || path === 'group.json') {
      seen[path === 'project.json' ? 'project' : 'group'] = true;
      await stageDocument(reading, entry, { ...options, file });
    } else if (!/^(GITLAB_VERSION|GITLAB_REVISION|tree\/groups\/_all\.ndjson)$/.test(path)) {
      reading.tally.countUnsupported(
        path.includes('/') && !path.startsWith('tree/') ? `${path.split('/')[0]}/` : path,
        1,
      );
    }
  }
  if (!seen.version) reading.skip(new UnknownArchiveError('VERSION', 'is missing'));
  const kind = kindOf(seen);
  // A group's archive does not contain which of its groups the files belong to.
  if (kind === 'group') reading.tally.countUnsupported('uploads/', files);
  return kind;
}

interface Seen {
  version: boolean;
  group: boolean;
  project: boolean;
}

/** Runs a part of the reading, and skips that part if it is unusable. */
async function skipUnusable<Value>(
  reading: Reading,
  work: () => Promise<Value>,
  skip = (error: ArchiveError): void => reading.skip(error),
): Promise<Value | null> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ArchiveError) || !isOfContents(error)) throw error;
    skip(error);
    return null;
  }
}

/** Whether an entry's content is invalid, rather than the archive around it. */
function isOfContents(error: ArchiveError): boolean {
  return (
    error instanceof UnknownRecordError ||
    error instanceof UnknownArchiveError ||
    error instanceof BrokenLineError ||
    error instanceof LineTooLongError
  );
}

/** A file of the project's texts. Its type is detected from its bytes, and its name is sanitized. */
async function readFile(
  reading: Reading,
  entry: ArchiveEntry,
  called: { file: number; secret: string; name: string },
): Promise<void> {
  const kept = await reading.storeFile(entry.chunks, called.name);
  reading.staging.add('staged_files', {
    ...called,
    kept_as: kept.secret,
    file_name: kept.fileName,
    byte_size: kept.byteSize,
    media_type: kept.mediaType,
  });
  await reading.staging.flushIfFull();
}

/** An unusable bundle leaves the project without a repository. */
async function readRepository(reading: Reading, entry: ArchiveEntry): Promise<void> {
  try {
    reading.repository = await reading.unpackRepository(entry.chunks);
  } catch (error) {
    if (!(error instanceof BundleError)) throw error;
    reading.skip(
      new UnknownArchiveError(entry.path, `${error.problem}. The project has no repository`),
      'repositories',
    );
  }
}

function kindOf(seen: Seen): ArchiveKind {
  if (seen.group && seen.project)
    throw new UnknownArchiveError(null, 'The archive contains both groups and a project. Import them separately');
  if (!seen.group && !seen.project)
    throw new UnknownArchiveError(
      null,
      'The archive contains neither a group nor a project. Upload a GitLab-format export',
    );
  return seen.group ? 'group' : 'project';
}

async function checkVersion(entry: ArchiveEntry, limits: ArchiveLimits): Promise<void> {
  const version = textOf(await readWhole(entry, { ...limits, lineBytes: 100 })).trim();
  if (!/^0\.\d+\.\d+$/.test(version)) {
    throw new UnknownArchiveError('VERSION', `has version ${JSON.stringify(version)}; only formats 0.x are supported`);
  }
}

async function readDocument(reading: Reading, entry: ArchiveEntry, limits: ArchiveLimits): Promise<Fields> {
  return reading.fieldsOf(parseObject(await readWhole(entry, limits), limits), entry.path);
}

async function readRelation(
  reading: Reading,
  entry: ArchiveEntry,
  { kind, name, owner }: { kind: ArchiveKind; name: string; owner: number },
  { limits }: StageOptions,
): Promise<void> {
  const relation = ownValue(relations[kind], name);
  if (!relation) {
    reading.tally.countUnsupported(name, await countLines(entry));
    return;
  }
  for await (const line of readLines(entry, limits, (error) => reading.skip(error, relation.kind))) {
    await stageRecord(reading, relation, { line, owner, limits });
  }
}

/** Counts without parsing: none of it is imported. */
async function countLines(entry: ArchiveEntry): Promise<number> {
  let count = 0;
  let isOpen = false;
  for await (const chunk of entry.chunks) {
    for (let at = chunk.indexOf(0x0a); at !== -1; at = chunk.indexOf(0x0a, at + 1)) count += 1;
    isOpen = chunk.at(-1) !== 0x0a;
  }
  return count + (isOpen ? 1 : 0);
}

/** The kind of archive, judging by its first entries; null for an unreadable one. */
export async function kindOfArchive(file: string): Promise<ArchiveKind | null> {
  try {
    for await (const { path } of readArchive(createReadStream(file))) {
      if (path.startsWith('tree/groups/') || path === 'group.json') return 'group';
      if (path.startsWith('tree/project') || path === 'project.json') return 'project';
    }
  } catch {
    // Ignored: the import itself reports the error.
  }
  return null;
}
