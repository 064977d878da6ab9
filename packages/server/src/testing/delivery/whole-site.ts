import { approveDeployment } from '../../modules/deployments/commands/approvals.ts';
import { insertApproval, replaceLabels, replacePeople, saveMergeRequest } from '../../modules/merge-requests/store.ts';
import { insertRef } from '../../modules/repositories/store/refs.ts';
import { changeVulnerability } from '../../modules/vulnerabilities/commands.ts';
import { contextAs, type World } from '../world.ts';
import { buildSite, type Site } from './site.ts';

/** A site whose objects have a value for each field of GraphQL. */
export async function buildWholeSite(world: World, visibility: Site['visibility']): Promise<Site> {
  const site = await buildSite(world, visibility);
  await fillRequests(world, site);
  await fillVulnerability(world, site);
  await fillAnalytics(world, site);
  return { ...site, deployment: await fillDeployments(world, site) };
}

async function fillRequests(
  { db, userIds }: World,
  { build, project, request, requestOfGroupMilestone, newRequest, note }: Site,
): Promise<void> {
  const { id } = request;
  await saveMergeRequest(db, id, { description: 'text' });
  for (const role of ['assignee', 'reviewer'] as const) await replacePeople(db, id, role, Object.values(userIds));
  await replaceLabels(db, id, [(await build.label({ namespace: project })).id]);
  // Not of the first one: everyone who may approve it still can.
  await insertApproval(db, requestOfGroupMilestone.id, userIds.dana);
  await db
    .updateTable('mergeRequestNotes')
    .set({ resolvedAt: new Date(), resolvedById: userIds.mina })
    .where('id', '=', note.id)
    .execute();
  const [now, by] = [new Date(), userIds.ada];
  await saveMergeRequest(db, requestOfGroupMilestone.id, { state: 'closed', closedAt: now, closedById: by });
  await saveMergeRequest(db, (await newRequest()).id, {
    state: 'merged',
    mergedAt: now,
    mergedById: by,
    mergeCommitSha: 'a'.repeat(40),
    squashCommitSha: 'b'.repeat(40),
    forge: 'github',
    forgeUrl: 'https://forge.example/1',
    forgeAuthor: 'Octavia',
    forgeProject: 'acme/app',
    forgeNumber: 1,
    forgeUpdatedAt: now,
  });
}

/** A deployment that succeeded, and one that waits for a role, a person and a group. */
async function fillDeployments(world: World, { build, group, project, sha, environment, repo, newBlocked }: Site) {
  const { db, userIds } = world;
  const fields = { description: 'text', externalUrl: 'https://app.example' };
  await db.updateTable('environments').set(fields).where('id', '=', environment.id).execute();
  // Commits name the accounts that show their address.
  await db.updateTable('users').set({ publicEmail: 'dana@milepost.test' }).where('id', '=', userIds.dana).execute();
  const { id } = await build.deployment({ environment, status: 'success', author: 'dana' });
  await insertRef(repo, 'tags', 'of-feature', sha);
  await db.updateTable('deployments').set({ sha, finishedAt: new Date() }).where('id', '=', id).execute();
  const blocked = await newBlocked([{ accessLevel: 30 }, { userId: userIds.rita }, { groupId: group.id }]);
  await approveDeployment(contextAs(world, 'rita'), project, blocked.id, { status: 'approved', comment: 'text' });
  return blocked;
}

async function fillVulnerability(world: World, { project, vulnerability: { id } }: Site): Promise<void> {
  const { db } = world;
  await db
    .updateTable('vulnerabilities')
    .set({
      branch: 'main',
      locationPath: 'a.ts',
      locationLine: 1,
      locationEndLine: 2,
      locationSubject: 'parse',
      identifiers: JSON.stringify([{ type: 'cwe', value: '79', name: 'CWE-79', url: 'https://cwe.example/79' }]),
      links: JSON.stringify([{ name: 'Advice', url: 'https://advice.example' }]),
    })
    .where('id', '=', id)
    .execute();
  for (const action of ['confirm', 'resolve', 'dismiss'] as const) {
    const details = action === 'dismiss' ? { comment: 'text', dismissalReason: 'false_positive' as const } : {};
    await changeVulnerability(contextAs(world, 'mina'), id, action, details);
  }
  const [now, by] = [new Date(), world.userIds.mina];
  const state = { confirmedAt: now, confirmedById: by, resolvedAt: now, resolvedById: by };
  await db.updateTable('vulnerabilities').set(state).where('id', '=', id).execute();
  await db
    .insertInto('vulnerabilityScans')
    .values({
      projectId: project.id,
      branch: 'main',
      scanner: 'Scanner',
      reportType: 'sast',
      isSuccessful: true,
      findingCount: 1,
      scannedAt: new Date(),
    })
    .execute();
}

/** A deployment of the merged request into production, and an incident that was resolved. */
async function fillAnalytics({ db }: World, { build, project }: Site): Promise<void> {
  const closedAt = new Date();
  const { id } = await build.deployment({
    environment: await build.environment({ project, name: 'production' }),
    status: 'success',
  });
  await db.updateTable('deployments').set({ finishedAt: new Date() }).where('id', '=', id).execute();
  const incident = await build.issue({ project, type: 'incident' });
  await db.updateTable('workItems').set({ state: 'closed', closedAt }).where('id', '=', incident.id).execute();
}
