// The steps about code and what is delivered, through @gitbeaker/rest.
const assert = require('node:assert/strict');
const { execFileSync } = require('node:child_process');
const { join } = require('node:path');

const namesOf = (rows) => rows.map(({ name }) => name).sort();

/** `work`: the full path of the project; `issue`: one of its issues. */
module.exports = async function deliver(api, { work, project, group, colleague, issue, ok, refused }) {
  const at = project.id;
  const given = { api, at, project, group, colleague, issue, refused };
  execFileSync('bash', [join(__dirname, '../push.sh'), work]);
  const head = await repositories(given);
  ok('repositories');
  const merged = await mergeRequests({ ...given, head });
  ok('merge requests');
  await deployments({ ...given, merged });
  ok('deployments');
  await vulnerabilities(given);
  ok('vulnerabilities');
};

async function repositories({ api, at, refused }) {
  await api.Branches.create(at, 'spare', 'main');
  assert.deepEqual(namesOf(await api.Branches.all(at)), ['feature', 'main', 'spare']);
  assert.equal((await api.Branches.show(at, 'main')).default, true);
  await api.Branches.remove(at, 'spare');
  await refused(() => api.Branches.show(at, 'spare'), 404);
  assert.equal((await api.Tags.create(at, 'v1', 'main', { message: 'First' })).name, 'v1');
  assert.deepEqual(namesOf(await api.Tags.all(at)), ['v1']);
  await api.Tags.remove(at, 'v1');
  assert.deepEqual(await api.Tags.all(at), []);
  const [head, first] = await api.Commits.all(at, { refName: 'feature' });
  assert.deepEqual([head.title, head.parent_ids], ['Change', [first.id]]);
  assert.equal((await api.Commits.show(at, head.id)).stats.additions, 1);
  assert.equal((await api.Commits.showDiff(at, head.id))[0].new_path, 'README.md');
  assert.deepEqual(namesOf(await api.Commits.allReferences(at, first.id)), ['feature', 'main']);
  assert.deepEqual(namesOf(await api.Repositories.allRepositoryTrees(at, { ref: 'main' })), ['README.md']);
  assert.equal((await api.RepositoryFiles.show(at, 'README.md', 'feature')).last_commit_id, head.id);
  assert.equal(await api.RepositoryFiles.showRaw(at, 'README.md', 'main'), 'one\n');
  assert.equal((await api.Repositories.compare(at, 'main', 'feature')).commits[0].id, head.id);
  assert.ok((await api.Repositories.showArchive(at, { fileType: 'zip' })).size > 0);
  const noted = { startBranch: 'main' };
  await api.RepositoryFiles.create(at, 'notes.txt', 'notes', 'a\n', 'Note', noted);
  await api.RepositoryFiles.edit(at, 'notes.txt', 'notes', 'b\n', 'Change');
  assert.equal(await api.RepositoryFiles.showRaw(at, 'notes.txt', 'notes'), 'b\n');
  await api.RepositoryFiles.remove(at, 'notes.txt', 'notes', 'Remove');
  await refused(() => api.RepositoryFiles.show(at, 'notes.txt', 'notes'), 404);
  const actions = [{ action: 'create', filePath: 'more.txt', content: 'c\n' }];
  assert.equal((await api.Commits.create(at, 'notes', 'More', actions)).title, 'More');
  assert.equal(await api.RepositoryFiles.showRaw(at, 'more.txt', 'notes'), 'c\n');
  await api.Branches.remove(at, 'notes');
  const { requester } = api.Repositories;
  const inbound = `projects/${at}/inbound_webhooks`;
  const made = await requester.post(inbound, { body: { forge: 'github', name: 'Mirror' } });
  assert.deepEqual(
    (await requester.get(inbound)).body.map(({ id }) => id),
    [made.body.id],
  );
  const mirror = `projects/${at}/mirror/pull`;
  for (const url of ['https://forge.example/one.git', 'https://forge.example/two.git']) {
    await requester.put(mirror, { body: { url, enabled: false } });
    assert.equal((await requester.get(mirror)).body.url, url);
  }
  await requester.delete(mirror);
  await refused(() => requester.get(mirror), 404);
  await requester.delete(`${inbound}/${made.body.id}`);
  assert.deepEqual((await requester.get(inbound)).body, []);
  return head;
}

async function mergeRequests({ api, at, group, colleague, head, refused }) {
  const request = await api.MergeRequests.create(at, 'feature', 'main', 'Change', { labels: 'defect' });
  const { iid } = request;
  assert.deepEqual([request.state, request.sha], ['opened', head.id]);
  const edited = await api.MergeRequests.edit(at, iid, { title: 'A change', assigneeIds: [colleague] });
  assert.deepEqual([edited.title, edited.assignees[0].id], ['A change', colleague]);
  for (const scope of [{ projectId: at }, { groupId: group.id }, { scope: 'all' }]) {
    const rows = await api.MergeRequests.all({ ...scope, state: 'opened' });
    assert.ok(rows.some(({ id }) => id === request.id));
  }
  assert.equal((await api.MergeRequests.allCommits(at, iid))[0].id, head.id);
  assert.equal((await api.MergeRequests.allDiffs(at, iid))[0].new_path, 'README.md');
  const note = await api.MergeRequestNotes.create(at, iid, 'Fine');
  await api.MergeRequestNotes.edit(at, iid, note.id, { body: 'Very fine' });
  assert.equal((await api.MergeRequestNotes.show(at, iid, note.id)).body, 'Very fine');
  await api.MergeRequestNotes.remove(at, iid, note.id);
  const thread = await api.MergeRequestDiscussions.create(at, iid, 'Why?');
  await api.MergeRequestDiscussions.addNote(at, iid, thread.id, 'Because');
  assert.equal((await api.MergeRequestDiscussions.show(at, iid, thread.id)).notes.length, 2);
  await api.MergeRequestApprovals.editConfiguration(at, { approvalsBeforeMerge: 0 });
  assert.equal((await api.MergeRequestApprovals.showConfiguration(at)).approvals_before_merge, 0);
  const check = await api.ExternalStatusChecks.create(at, 'Build', 'https://build.example');
  await api.ExternalStatusChecks.edit(at, check.id, { name: 'Build it' });
  await api.ExternalStatusChecks.set(at, iid, head.id, check.id, { status: 'passed' });
  const checks = await api.ExternalStatusChecks.all(at, { mergerequestIId: iid });
  assert.deepEqual([checks[0].name, checks[0].status], ['Build it', 'passed']);
  await api.ExternalStatusChecks.remove(at, check.id);
  assert.deepEqual(await api.ExternalStatusChecks.all(at), []);
  assert.equal((await api.MergeRequests.edit(at, iid, { stateEvent: 'close' })).state, 'closed');
  assert.equal((await api.MergeRequests.edit(at, iid, { stateEvent: 'reopen' })).state, 'opened');
  assert.equal((await api.MergeRequests.merge(at, iid)).state, 'merged');
  await refused(() => api.MergeRequests.merge(at, iid), 405);
  await api.Branches.create(at, 'empty', 'main');
  const unwanted = await api.MergeRequests.create(at, 'empty', 'main', 'Nothing');
  await api.MergeRequests.remove(at, unwanted.iid);
  await refused(() => api.MergeRequests.show(at, unwanted.iid), 404);
  return api.MergeRequests.show(at, iid);
}

async function deployments({ api, at, merged, refused }) {
  const { id } = await api.Environments.create(at, 'staging');
  await api.Environments.edit(at, id, { externalUrl: 'https://staging.example' });
  assert.equal((await api.Environments.show(at, id)).external_url, 'https://staging.example');
  assert.deepEqual(namesOf(await api.Environments.all(at)), ['staging']);
  const report = (environment, status) =>
    api.Deployments.create(at, environment, merged.merge_commit_sha, 'main', false, { status });
  const deployment = await report('staging', 'running');
  assert.equal((await api.Deployments.edit(at, deployment.id, 'success')).status, 'success');
  assert.equal((await api.Deployments.show(at, deployment.id)).status, 'success');
  assert.deepEqual(
    (await api.Deployments.all(at, { environment: 'staging' })).map((each) => each.id),
    [deployment.id],
  );
  assert.equal((await api.Deployments.allMergeRequests(at, deployment.id))[0].id, merged.id);
  const failed = await report('staging', 'failed');
  await api.Deployments.remove(at, failed.id);
  await refused(() => api.Deployments.show(at, failed.id), 404);
  const protections = api.ProjectProtectedEnvironments;
  const rules = [{ accessLevel: 40, access_level: 40 }];
  await protections.create(at, 'production', rules, { approvalRules: rules });
  assert.deepEqual(namesOf(await protections.all(at)), ['production']);
  await protections.edit(at, 'production', { approvalRules: [{ access_level: 30 }] });
  assert.equal((await protections.show(at, 'production')).approval_rules.length, 2);
  const blocked = await report('production', 'running');
  assert.equal(blocked.status, 'blocked');
  assert.equal((await api.Deployments.setApproval(at, blocked.id, 'approved')).status, 'approved');
  await protections.remove(at, 'production');
  await refused(() => protections.show(at, 'production'), 404);
  assert.equal((await api.Environments.stop(at, id)).state, 'stopped');
  await api.Environments.remove(at, id);
  await refused(() => api.Environments.show(at, id), 404);
}

/** This release has a call of its own only for the list. */
async function vulnerabilities({ api, at, group, issue }) {
  const { requester } = api.ProjectVulnerabilities;
  const finding = { ruleId: 'sql', level: 'error', message: { text: 'Unescaped input' } };
  const report = { version: '2.1.0', runs: [{ tool: { driver: { name: 'Scanner' } }, results: [finding] }] };
  // As a file, because the client would rename the fields of a body.
  const body = new FormData();
  body.set('file', new Blob([JSON.stringify(report)]), 'report.sarif');
  const sent = await requester.post(`projects/${at}/vulnerability_reports`, { body });
  assert.equal(sent.body.created, 1);
  const [{ id }] = await api.ProjectVulnerabilities.all(at);
  assert.equal((await requester.post(`vulnerabilities/${id}/confirm`)).body.state, 'confirmed');
  assert.equal((await requester.get(`vulnerabilities/${id}`)).body.state, 'confirmed');
  assert.equal((await requester.get(`groups/${group.id}/vulnerabilities`)).body[0].id, id);
  const links = `vulnerabilities/${id}/issue_links`;
  const link = await requester.post(links, { body: { target_issue_iid: issue.iid } });
  assert.equal((await requester.get(links)).body[0].iid, issue.iid);
  await requester.delete(`${links}/${link.body.id}`);
  assert.deepEqual((await requester.get(links)).body, []);
}
