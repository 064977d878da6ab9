import type { NamespaceId } from '@milepost/core/ids';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/tables.ts';
import { inheritDates } from '../../hierarchy/store/dates.ts';
import { lockTree } from '../../hierarchy/store.ts';
import { namespaceByFullPath, type Namespace } from '../../namespaces/store.ts';
import { writeLabelsAndAssignees, writeLinks, writeNotes, writeReactions } from '../store/merge-extras.ts';
import { derivePast, writeEvents, writeTimelogs } from '../store/merge-history.ts';
import {
  detachInvalid,
  dropDuplicates,
  findUnknownAuthors,
  findParents,
  findDuplicates,
  buildTree,
  parentsWithNewChildren,
  resolveItems,
  writeItems,
  writeRollups,
} from '../store/merge-items.ts';
import {
  dropInvalid,
  mapOwners,
  resolveNamespaces,
  problemOfRoot,
  writeNamespaces,
  type Target,
} from '../store/merge-namespaces.ts';
import { dropOrphans, findOrphans, mergeMembers, mergeUsers } from '../store/merge-people.ts';
import { mergeIterations, mergeLabels, mergeMilestones, type Counted, type Fallback } from '../store/merge-planning.ts';
import type { TextKind } from '../store/merge-texts.ts';
import type { Problems } from '../store/problems.ts';
import { importedKinds, type ImportCount, type ImportedKind } from '../table.ts';
import { UnknownRecordError } from './fields.ts';
import { mergeDeliveries, mergeProtections, type MergedDeliveries } from './merge-deliveries.ts';
import { mergeFiles } from './merge-files.ts';
import { mergeRepository, type UnpackedRepository } from './merge-repository.ts';
import { mergeRequests } from './merge-requests.ts';
import { mergeStatuses } from './merge-statuses.ts';
import type { ProjectSettings } from './reading.ts';
import { resolveReferences } from './resolve-references.ts';
import type { Tally } from './tally.ts';

export interface Merge {
  target: Target;
  tally: Tally;
  /** That of a project's archive. */
  repository: UnpackedRepository | null;
  settings: ProjectSettings;
  /** Rejects the archive for anything that would otherwise be skipped. */
  isStrict: boolean;
  onStep: (step: string, done: number, total: number) => void;
  signal?: AbortSignal;
}

export type Counts = Record<ImportedKind, ImportCount>;

/** Merges the staged data into the real tables, within a transaction. Existing data stays unchanged. */
export async function mergeArchive(
  ctx: Context,
  trx: Db,
  merge: Merge,
): Promise<{ namespace: Namespace; counts: Counts; adopt: () => Promise<void> }> {
  const { target, tally } = merge;
  const counts = noCounts();
  const count: Count = (kind, counted) => {
    counts[kind].added += counted.added;
    counts[kind].present += counted.present;
  };
  const say = stepsOf(merge);

  say('groups');
  const topPath = target.fullPath.split('/')[0] ?? '';
  const top = await namespaceByFullPath(trx, topPath);
  if (top) await lockTree(trx, top.id, 'shared');
  await resolveGroups(trx, merge);
  await skipInvalid(
    merge,
    () => findOrphans(trx),
    () => dropOrphans(trx),
  );
  await skipInvalid(
    merge,
    () => findDuplicates(trx),
    () => dropDuplicates(trx),
    itemsOf(target),
  );
  count(target.root.kind === 'group' ? 'groups' : 'projects', await writeNamespaces(trx, target));
  const namespace = (await namespaceByFullPath(trx, target.fullPath)) as Namespace;
  const { traversalIds } = namespace.scope;
  const rootId = traversalIds[0] as NamespaceId;
  await mapOwners(trx, traversalIds);

  say('people');
  count('users', await mergeUsers(trx));
  count('members', await mergeMembers(trx));

  say('labels and milestones');
  const groupId = namespace.kind === 'group' ? namespace.id : (namespace.parentId as NamespaceId);
  const fallback: Fallback = { namespaceId: namespace.id, traversalIds, groupId };
  count('labels', await mergeLabels(trx, fallback));
  count('milestones', await mergeMilestones(trx, fallback));
  count('iterations', await mergeIterations(trx, fallback));

  say('the tree');
  const taken = await resolveItems(trx);
  report(tally, taken, itemsOf(target));
  report(tally, await findParents(trx, rootId));
  await skipInvalid(
    merge,
    () => buildTree(trx),
    () => detachInvalid(trx),
  );

  say('files');
  // A project's archive does not contain the group that its labels and similar objects belong to.
  if (namespace.kind === 'project') {
    count('uploads', await mergeFiles(ctx, trx, { namespaceId: namespace.id, tally, signal: merge.signal }));
  }

  say('epics and issues');
  await mergeStatuses(trx, rootId, tally);
  const items = await writeItems(trx, rootId);
  count('epics', items.epics);
  count('issues', items.issues);
  report(tally, await findUnknownAuthors(trx));
  report(tally, await writeLabelsAndAssignees(trx));
  await writeRollups(trx);
  await recomputeInheritedDates(trx);

  say('notes and links');
  count('notes', await writeNotes(trx));
  const reactions = await writeReactions(trx);
  count('reactions', reactions);
  counts.reactions.leftOut += reactions.leftOut;
  const timelogs = await writeTimelogs(trx);
  count('timelogs', timelogs);
  report(tally, timelogs.nameless);
  count('events', await writeEvents(trx));
  await derivePast(trx);
  const links = await writeLinks(trx);
  count('links', links);
  report(tally, links.lost, 'links');

  say('code');
  const { signal } = merge;
  count('protectedEnvironments', await mergeProtections(ctx, trx, { rootId, tally, signal }));
  const adopt = namespace.kind === 'project' ? await mergeCode(ctx, trx, merge, namespace, count) : noAdoption;

  say('references');
  const texts: TextKind[] = [
    'items',
    'notes',
    ...(namespace.kind === 'project' ? (['requests', 'requestNotes'] as const) : []),
  ];
  await resolveReferences(ctx.within(trx), trx, texts, merge.signal);
  say(null);
  for (const [kind, leftOut] of tally.leftOut) counts[kind].leftOut += leftOut;
  return { namespace, counts, adopt };
}

type Count = (kind: ImportedKind, counted: Counted) => void;

const noAdoption = (): Promise<void> => Promise.resolve();

/** The repository, merge requests and deliveries of a project. Returns the last step of the transaction. */
async function mergeCode(
  ctx: Context,
  trx: Db,
  { tally, repository, settings, signal }: Merge,
  project: Namespace,
  count: Count,
): Promise<() => Promise<void>> {
  const { folder, adopt, ...repositories } = await mergeRepository(ctx.services, trx, {
    projectId: project.id,
    repository,
    wanted: settings.defaultBranch,
    tally,
  });
  count('repositories', repositories);
  const { requests, notes, skipped, nameless } = await mergeRequests(ctx, trx, { project, folder, signal });
  count('mergeRequests', requests);
  count('notes', notes);
  report(tally, skipped, 'mergeRequests');
  report(tally, nameless);
  for (const [kind, counted] of Object.entries(await mergeDeliveries(ctx, trx, { project, settings, tally, signal }))) {
    count(kind as keyof MergedDeliveries, counted);
  }
  return adopt;
}

/** Recomputes the inherited dates of existing epics with new children, as if the children had been added one by one. */
async function recomputeInheritedDates(trx: Db): Promise<void> {
  const parentIds = await parentsWithNewChildren(trx);
  for (let start = 0; start < parentIds.length; start += HEIRS_AT_ONCE) {
    await inheritDates(trx, parentIds.slice(start, start + HEIRS_AT_ONCE));
  }
}

const HEIRS_AT_ONCE = 2_000;

const steps = [
  'groups',
  'people',
  'labels and milestones',
  'the tree',
  'files',
  'epics and issues',
  'notes and links',
  'code',
  'references',
];

function stepsOf(merge: Merge): (step: string | null) => void {
  return (step) => {
    merge.signal?.throwIfAborted();
    merge.onStep(step ?? 'done', step === null ? steps.length : steps.indexOf(step), steps.length);
  };
}

function itemsOf({ root }: Target): ImportedKind {
  return root.kind === 'group' ? 'epics' : 'issues';
}

/** Determines the paths of the archive's groups. Throws for an unusable root, because nothing could be imported. */
async function resolveGroups(trx: Db, merge: Merge): Promise<void> {
  await skipInvalid(
    merge,
    async () => {
      const found = await resolveNamespaces(trx, merge.target);
      const ofRoot = found.count > 0 ? await problemOfRoot(trx, merge.target) : null;
      if (ofRoot) refuse({ first: [ofRoot], count: 1 });
      return found;
    },
    () => dropInvalid(trx),
    'groups',
  );
}

/**
 * Finds and skips unusable records until none are left; a strict import throws UnknownRecordError instead. `kind`: what each skipped
 * record counts as in the report.
 */
async function skipInvalid(
  { tally, isStrict }: Merge,
  find: () => Promise<Problems>,
  skip: () => Promise<void>,
  kind?: ImportedKind,
): Promise<void> {
  for (let found = await find(); found.count > 0; found = await find()) {
    if (isStrict) refuse(found);
    report(tally, found, kind);
    await skip();
  }
}

function refuse({ first: [problem], count }: Problems): void {
  if (!problem) return;
  const more = count > 1 ? ` (and ${count - 1} more)` : '';
  throw new UnknownRecordError(problem.location, `${problem.problem}${more}`);
}

function report(tally: Tally, { first, count }: Problems, kind?: ImportedKind): void {
  tally.manyProblems(first, count, kind);
}

function noCounts(): Counts {
  return Object.fromEntries(importedKinds.map((kind) => [kind, { added: 0, present: 0, leftOut: 0 }])) as Counts;
}
