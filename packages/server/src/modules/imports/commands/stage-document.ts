import { createReadStream } from 'node:fs';
import { readArchive, type ArchiveEntry } from '../../../platform/archives/entries.ts';
import { ownValue } from '../../../platform/util/records.ts';
import { ArchiveError } from '../../../platform/archives/errors.ts';
import type { ArchiveLimits } from '../../../platform/archives/limits.ts';
import { parseObject, type Line } from '../../../platform/archives/lines.ts';
import { readMembers } from '../../../platform/archives/members.ts';
import type { Fields } from './fields.ts';
import { readGroup, readProject } from './read-namespaces.ts';
import { PROJECT, type Reading } from './reading.ts';
import { relations, stageRecord, type StageOptions } from './relations.ts';

/** Subgroups are nested in their group, in a list of this name. */
const CHILDREN = 'children';

/** Stages a single-file export, as created before 2020: `project.json` or `group.json`. It is parsed as a stream. */
export async function stageDocument(
  reading: Reading,
  entry: ArchiveEntry,
  options: StageOptions & { file: string },
): Promise<void> {
  const { limits } = options;
  const kind = entry.path === 'project.json' ? 'project' : 'group';
  const groups = kind === 'group' ? await groupsOf(options) : [];
  const ownerOf = (object: number): number => (kind === 'project' ? PROJECT : (groups[object] ?? syntheticId(object)));
  let found = 0;
  let broken: ArchiveError | null = null;
  for await (const member of readMembers(entry, { limits, ...(kind === 'group' && { nested: CHILDREN }) })) {
    if (member.kind === 'broken') {
      broken ??= member.error;
      reading.skip(member.error);
    } else if (member.kind === 'element') {
      const relation = ownValue(relations[kind], member.list);
      if (relation) await stageRecord(reading, relation, { line: member.line, owner: ownerOf(member.object), limits });
      else reading.tally.countUnsupported(member.list, 1);
    } else {
      found += 1;
      const record = fieldsIn(reading, member.line, limits);
      if (kind === 'project') readProject(reading, record ?? reading.fieldsOf({}, entry.path));
      else stageGroup(reading, record, ownerOf(member.object), member.parent === null ? null : ownerOf(member.parent));
    }
  }
  // The file contains no object at all, so there is nothing to import.
  if (found === 0 && broken) reading.brokenGroups.set(ownerOf(0), broken);
}

/** Null for an unusable record. */
function fieldsIn(reading: Reading, line: Line, limits: ArchiveLimits): Fields | null {
  try {
    return reading.fieldsOf(parseObject(line, limits), line.location);
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    reading.skip(error);
    return null;
  }
}

function stageGroup(reading: Reading, record: Fields | null, id: number, parentId: number | null): void {
  try {
    readGroup(reading, record ?? reading.fieldsOf({}, 'group.json'), id, parentId);
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    reading.skipGroup(id, error);
  }
}

/**
 * The ids of the groups of `group.json`, in the order in which they begin. An id may follow the epics that need it, so the
 * document is parsed twice.
 */
async function groupsOf({ file, limits, signal }: StageOptions & { file: string }): Promise<number[]> {
  const ids: number[] = [];
  for await (const entry of readArchive(createReadStream(file), { limits, signal })) {
    if (entry.path !== 'group.json') continue;
    for await (const member of readMembers(entry, { limits, nested: CHILDREN })) {
      if (member.kind !== 'object') continue;
      ids[member.object] = idIn(member.line, limits) ?? syntheticId(member.object);
    }
    break;
  }
  const seen = new Set<number>();
  return Array.from(ids, (id, object) => {
    const own = id === undefined || seen.has(id) ? syntheticId(object) : id;
    seen.add(own);
    return own;
  });
}

function idIn(line: Line, limits: ArchiveLimits): number | null {
  try {
    const { id } = parseObject(line, limits);
    return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : null;
  } catch {
    // Staging reports the errors.
    return null;
  }
}

/** A negative id for an object without one, below the reserved values PROJECT and UNKNOWN_OWNER. */
function syntheticId(object: number): number {
  return -2 - object;
}
