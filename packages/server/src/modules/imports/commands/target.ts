import { basename } from 'node:path';
import { DomainError } from '@milepost/core/errors';
import { pathProblems } from '@milepost/core/namespaces';
import type { NamespaceId, UserId } from '@milepost/core/ids';
import type { ArchiveError } from '../../../platform/archives/errors.ts';
import type { Db } from '../../../platform/database/tables.ts';
import { namespaceByFullPath } from '../../namespaces/store.ts';
import { namespacesNamed, stagedRoots, type StagedRoot, type Target } from '../store/merge-namespaces.ts';
import { UnknownArchiveError } from './fields.ts';

/** The archive is readable, but cannot be imported into the target; the message says what to do. */
export class ImportTargetError extends DomainError {
  override name = 'ImportTargetError';
  readonly code = 'IMPORT_TARGET' as const;
  readonly kind = 'invalid' as const;
}

export interface TargetRequest {
  /** The full path of the target; null for the one in the archive or its file name. */
  into: string | null;
  /** The name of a project; null for its path. */
  name: string | null;
  fileName: string;
  creatorId: UserId | null;
  reservedId: NamespaceId | null;
  /** The error of the first unreadable group; null if all were readable. */
  unreadable: ArchiveError | null;
}

/** Determines the target of the staged archive. Throws an ImportTargetError when it is ambiguous or impossible. */
export async function findTarget(db: Db, request: TargetRequest): Promise<Target> {
  const root = await onlyRoot(db, request.unreadable);
  const wished = (request.into ?? root.path ?? (await pathFromName(db, request.fileName))).replace(/^\/+|\/+$/g, '');
  for (const [level, part] of wished.split('/').entries()) {
    const [problem] = pathProblems(part, level === 0);
    if (problem)
      throw new ImportTargetError(`${JSON.stringify(wished)} is not a full path: ${JSON.stringify(part)} ${problem}`);
  }
  const there = await namespaceByFullPath(db, wished);
  const fullPath = there?.fullPath ?? wished;
  const parentPath = fullPath.split('/').slice(0, -1).join('/');
  const parent = parentPath === '' ? null : await namespaceByFullPath(db, parentPath);
  if (parentPath !== '' && parent?.kind !== 'group') {
    throw new ImportTargetError(`There is no group ${parentPath} for ${fullPath}. Import or create it first`);
  }
  if (parent === null && root.kind === 'project') {
    throw new ImportTargetError('A project must be in a group. Give its full path, like group/project');
  }
  if (parent && parent.archivedAt !== null)
    throw new ImportTargetError(`The group ${parentPath} is archived. Unarchive it first`);
  if (there?.transferStartedAt || parent?.transferStartedAt)
    throw new ImportTargetError(`${fullPath} is being transferred. Import it when the transfer is complete`);
  const name = request.name ?? root.name ?? fullPath.slice(fullPath.lastIndexOf('/') + 1);
  const fullName = there?.fullName ?? (parent ? `${parent.fullName} / ${name}` : name);
  return { root, fullPath, name, fullName, parent, creatorId: request.creatorId, reservedId: request.reservedId };
}

async function onlyRoot(db: Db, unreadable: ArchiveError | null): Promise<StagedRoot> {
  const [root, another] = await stagedRoots(db);
  if (!root) throw unreadable ?? new UnknownArchiveError('tree/groups', 'has no top-level group');
  if (another) throw new UnknownArchiveError(another.location, `is a second top-level group, beside ${root.location}`);
  return root;
}

/** `2026-07-24_23-57-000_kubernetes_enhancements_export.tar.gz` means `kubernetes/enhancements` if that group exists. */
async function pathFromName(db: Db, fileName: string): Promise<string> {
  const words = /^(?:\d{4}-\d{2}-\d{2}_\d{2}-\d{2}-\d{3}_)?(.+)_export\.tar\.gz$/.exec(basename(fileName))?.[1];
  const parts = words?.split('_') ?? [];
  const names = parts.map((_, index) => parts.slice(0, index + 1).join('_'));
  const found = names.length === 0 ? [] : await namespacesNamed(db, names);
  const projects = found.filter((each) => each.kind === 'project' && each.fullPath.length === words?.length);
  const parents = found.filter((each) => each.kind === 'group' && each.fullPath.length < (words?.length ?? 0));
  const paths =
    projects.length > 0
      ? projects.map((each) => each.fullPath)
      : parents.map((each) => `${each.fullPath}/${words?.slice(each.fullPath.length + 1)}`);
  const [path, another] = paths;
  if (path === undefined || another !== undefined) {
    const why = path === undefined ? 'its file name does not contain it' : `its name may mean ${paths.join(' or ')}`;
    throw new ImportTargetError(
      `The target of this project is unknown: it is not in the archive, and ${why}. Give its full path`,
    );
  }
  return path;
}
