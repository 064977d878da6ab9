import { randomUUID } from 'node:crypto';
import type { DeploymentStatus } from '@milepost/core/deployments/deployments';
import { accessLevelOf, type Visibility } from '@milepost/core/roles';
import type { RuleValues } from '../../modules/deployments/store/protection.ts';
import { commentOnRequest } from '../../modules/merge-requests/commands/comments.ts';
import { createCheck } from '../../modules/merge-requests/commands/checks.ts';
import { findMergeRequest } from '../../modules/merge-requests/commands/find.ts';
import { saveCheckResult } from '../../modules/merge-requests/store/checks.ts';
import { insertMergeRequest, saveMergeRequest, type MergeRequest } from '../../modules/merge-requests/store.ts';
import { nextIid } from '../../modules/namespaces/store.ts';
import { readCommit } from '../../modules/repositories/store/commits.ts';
import { folderOf } from '../../modules/repositories/store/folders.ts';
import { refTarget, type RefKind } from '../../modules/repositories/store/refs.ts';
import { writeCommitObject, writeRef } from '../git-objects.ts';
import { buildersIn } from '../test.ts';
import { contextAs, type World } from '../world.ts';

/** A group and a project with one object of each kind of the catalog, and builders of further ones, which calls may delete. */
export type Site = Awaited<ReturnType<typeof buildSite>>;

export async function buildSite(world: World, visibility: Visibility) {
  const build = buildersIn(world);
  const { db, services } = world;
  const asRoot = () => contextAs(world, 'root');
  const next = () => `made-${world.next()}`;
  const group = await build.group({ visibility });
  const project = await build.project({ group, visibility });
  await build.code(project);
  const repo = { git: services.git, folder: folderOf(services.dataDir, project.id) };
  const mainSha = async () => (await refTarget(repo, 'heads', 'main')) ?? '';

  const newRef = async (kind: RefKind): Promise<string> => {
    const name = next();
    await writeRef(repo.folder, `${kind}/${name}`, await mainSha());
    return name;
  };
  /** A branch with one commit that `main` does not have. */
  const newBranch = async () => {
    const [name, main] = [next(), await mainSha()];
    const treeId = (await readCommit(repo, main))?.treeId ?? '';
    const head = await writeCommitObject(repo.folder, { treeId, parentIds: [main], message: name });
    await writeRef(repo.folder, `heads/${name}`, head);
    return { name, head };
  };
  const newSource = async (): Promise<string> => (await newBranch()).name;
  /** Nobody's, so that everyone with the role can approve it. */
  const newRequest = async (): Promise<MergeRequest> => {
    const { name, head } = await newBranch();
    const made = await insertMergeRequest(db, {
      projectId: project.id,
      iid: await nextIid(db, project.id, 'merge_requests'),
      title: 'Change',
      authorId: null,
      sourceBranch: name,
      targetBranch: 'main',
      headSha: head,
    });
    if (!made) throw new TypeError('There is a merge request of this branch');
    return made;
  };

  const request = await newRequest();
  const requestOfGroupMilestone = await newRequest();
  const milestones = {
    project: await build.milestone({ namespace: project }),
    group: await build.milestone({ namespace: group }),
  };
  const epic = await build.epic({ group });
  const issue = await build.issue({ project, parent: epic });
  await saveMergeRequest(db, request.id, { milestoneId: milestones.project.id });
  await saveMergeRequest(db, requestOfGroupMilestone.id, { milestoneId: milestones.group.id });
  await db
    .insertInto('mergeRequestIssues')
    .values({ mergeRequestId: request.id, workItemId: issue.id, isClosing: true })
    .execute();

  const newNote = async () =>
    commentOnRequest(asRoot(), await findMergeRequest(asRoot(), project.id, request.iid), {
      body: 'text',
      isThread: true,
    });
  const newCheck = async () =>
    createCheck(asRoot(), project.id, { name: next(), url: `https://check.example/${randomUUID()}` });
  const newFailedCheck = async () => {
    const check = await newCheck();
    const sha = (await findMergeRequest(asRoot(), project.id, request.iid)).request.headSha ?? '';
    await saveCheckResult(db, { mergeRequestId: request.id, statusCheckId: check.id, sha, status: 'failed' });
    return check;
  };
  const newEnvironment = (state: 'available' | 'stopped' = 'stopped') => build.environment({ project, state });
  const newDeployment = async (status: DeploymentStatus = 'created') =>
    build.deployment({ environment: await newEnvironment('available'), status });
  const newBlocked = async (approvals: readonly Partial<RuleValues>[] = [{ accessLevel: accessLevelOf.developer }]) => {
    const environment = await newEnvironment('available');
    await build.protection({ namespace: project, name: environment.name, approvals });
    return build.deployment({ environment, status: 'blocked' });
  };
  const newVulnerability = (state: 'detected' | 'confirmed' = 'detected') => build.vulnerability({ project, state });
  const newLink = async () =>
    build.vulnerabilityIssueLink({ vulnerabilityId: (await newVulnerability()).id, workItemId: issue.id });

  /** A name that is free to protect: of a project any, of a group a tier. */
  const unprotected = async (kind: 'project' | 'group'): Promise<string> => {
    if (kind === 'project') return next();
    await db
      .deleteFrom('protectedEnvironments')
      .where('namespaceId', '=', group.id)
      .where('name', '=', 'testing')
      .execute();
    return 'testing';
  };
  const newProtection = async (kind: 'project' | 'group'): Promise<string> => {
    const name = await unprotected(kind);
    await build.protection({ namespace: kind === 'project' ? project : group, name });
    return name;
  };

  await build.protection({ namespace: project, name: 'production' });
  await build.protection({ namespace: group, name: 'production' });
  return {
    db,
    visibility,
    asRoot,
    build,
    group,
    project,
    repo,
    request,
    requestOfGroupMilestone,
    milestones,
    issue,
    epic,
    next,
    newRef,
    newSource,
    newRequest,
    newNote,
    newCheck,
    newFailedCheck,
    newEnvironment,
    newDeployment,
    newBlocked,
    newVulnerability,
    newLink,
    unprotected,
    newProtection,
    tag: await newRef('tags'),
    sha: request.headSha ?? '',
    note: await newNote(),
    check: await newCheck(),
    environment: await newEnvironment('available'),
    deployment: await newDeployment(),
    vulnerability: await newVulnerability(),
    link: await newLink(),
  };
}
