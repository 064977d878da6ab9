# The scenario through ruby-gitlab. Prints `ok STEP`, and exits with the backtrace of a failing step.

require 'gitlab'
require 'tempfile'

url = ENV.fetch('MILEPOST_URL')
name = ENV.fetch('MILEPOST_NAME')
colleague = ENV.fetch('MILEPOST_COLLEAGUE_ID').to_i
api = Gitlab.client(endpoint: "#{url}/api/v4", private_token: ENV.fetch('MILEPOST_TOKEN'))

def ok(step)
  puts "ok #{step}"
  $stdout.flush
end

def check(value, what = 'the check')
  raise "#{what} does not hold, at #{caller(1..1).first}" unless value
end

def refused(error)
  yield
rescue error => e
  e.message
else
  raise "not refused with #{error}"
end

# sign-in
check api.user.username == ENV.fetch('MILEPOST_USERNAME')
check api.version.version
refused(Gitlab::Error::Unauthorized) { Gitlab.client(endpoint: "#{url}/api/v4", private_token: 'wrong').user }
check api.markdown('**bold**').html.include?('<strong>')
ok 'sign-in'

group = api.create_group(name, name, visibility: 'private')
sub = api.create_group('Below', 'below', parent_id: group.id)
check sub.full_path == "#{name}/below"
check api.edit_group(group.id, description: 'What we plan').description == 'What we plan'
check api.group(name).id == group.id
check api.group_subgroups(group.id).map(&:id) == [sub.id]
check api.group_search(name).map(&:id).include?(group.id)
check api.namespaces(search: name).map(&:kind).include?('group')
refused(Gitlab::Error::NotFound) { api.group("#{name}/nowhere") }
check refused(Gitlab::Error::BadRequest) { api.create_group(name, name) }.include?('taken')
ok 'groups'

project = api.create_project('Work', path: 'work', namespace_id: group.id)
other = api.create_project('Other', path: 'other', namespace_id: sub.id)
check project.path_with_namespace == "#{name}/work"
check api.edit_project(project.id, description: 'Where we work').description == 'Where we work'
check api.project("#{name}/work").namespace.id == group.id
check api.group_projects(group.id, include_subgroups: true).map(&:id).sort == [project.id, other.id].sort
check api.project_search('Work').map(&:id).include?(project.id)
ok 'projects'

check api.add_group_member(group.id, colleague, 30).access_level == 30
check api.edit_group_member(group.id, colleague, 20).access_level == 20
check api.group_member(group.id, colleague).state == 'active'
check api.all_members(project.id).map(&:id).include?(colleague)
check !api.team_members(project.id).map(&:id).include?(colleague)
refused(Gitlab::Error::Conflict) { api.add_group_member(group.id, colleague, 30) }
check api.add_team_member(project.id, colleague, 30).access_level == 30
api.remove_team_member(project.id, colleague)
ok 'members'

api.create_label(project.id, 'bug', '#cc0033', description: 'Broken')
check api.edit_label(project.id, 'bug', new_name: 'defect', color: '#cc0044').name == 'defect'
api.create_group_label(group.id, 'shared', '#336699')
check api.edit_group_label(group.id, 'shared', new_name: 'common').name == 'common'
check api.labels(project.id).map(&:name).sort == %w[common defect]
api.subscribe_to_label(project.id, 'defect')
check api.labels(project.id, search: 'defect').first.subscribed
api.unsubscribe_from_label(project.id, 'defect')
api.create_label(project.id, 'spare', '#000000')
api.delete_label(project.id, 'spare')
api.create_group_label(group.id, 'spare', '#000000')
api.delete_group_label(group.id, 'spare')
check api.group_labels(group.id).map(&:name) == ['common']
refused(Gitlab::Error::Conflict) { api.create_label(project.id, 'defect', '#000000') }
ok 'labels'

milestone = api.create_milestone(project.id, 'One', due_date: '2030-01-31')
check api.edit_milestone(project.id, milestone.id, state_event: 'close').state == 'closed'
check api.edit_milestone(project.id, milestone.id, state_event: 'activate').state == 'active'
quarter = api.create_group_milestone(group.id, 'Quarter', due_date: '2030-03-31')
check api.edit_group_milestone(group.id, quarter.id, description: 'Soon').description == 'Soon'
check api.group_milestones(group.id).map(&:title) == ['Quarter']
check api.milestones(project.id, state: 'active').map(&:id) == [milestone.id]
ok 'milestones'

issue = api.create_issue(project.id, 'First', labels: 'defect,new', milestone_id: milestone.id,
                                              assignee_ids: [colleague], due_date: '2030-01-20')
check issue.labels.sort == %w[defect new]
check issue.assignees.first['id'] == colleague
second = api.create_issue(project.id, 'Second', confidential: true)
third = api.create_issue(other.id, 'Third')
check api.edit_issue(project.id, issue.iid, title: 'First, renamed', labels: 'defect').labels == ['defect']
check api.close_issue(project.id, issue.iid).state == 'closed'
check api.reopen_issue(project.id, issue.iid).state == 'opened'
check api.issues(project.id, labels: 'defect', state: 'opened').map(&:iid) == [issue.iid]
check api.group_issues(group.id).map(&:id).sort == [issue.id, second.id, third.id].sort
check api.milestone_issues(project.id, milestone.id).map(&:id) == [issue.id]
# The author of an issue is subscribed already.
api.unsubscribe_from_issue(project.id, issue.iid)
check api.subscribe_to_issue(project.id, issue.iid).subscribed
check api.estimate_time_of_issue(project.id, issue.iid, '3h').time_estimate == 10_800
check api.add_time_spent_on_issue(project.id, issue.iid, '30m').total_time_spent == 1800
check api.time_stats_for_issue(project.id, issue.iid).human_total_time_spent == '30m'
api.reset_time_spent_on_issue(project.id, issue.iid)
api.reset_time_estimate_of_issue(project.id, issue.iid)
check api.participants_on_issue(project.id, issue.iid).map(&:id).include?(colleague)
moved = api.move_issue(project.id, api.create_issue(project.id, 'To move').iid, to_project_id: other.id)
check moved.project_id == other.id
api.delete_issue(other.id, moved.iid)
check refused(Gitlab::Error::BadRequest) { api.create_issue(project.id, '') }.include?('title')
ok 'issues'

link = api.create_issue_link(project.id, issue.iid, other.id, third.iid)
check link.target_issue.iid == third.iid && link.link_type == 'relates_to'
linked = api.issue_links(project.id, issue.iid)
check linked.map(&:id) == [third.id]
api.delete_issue_link(project.id, issue.iid, linked.first.issue_link_id)
check api.issue_links(project.id, issue.iid).empty?
ok 'links'

epic = api.create_epic(group.id, 'Theme', labels: 'common')
check api.edit_epic(group.id, epic.iid, title: 'The theme', due_date_is_fixed: true, due_date_fixed: '2030-02-01').end_date == '2030-02-01'
check api.epics(group.id, search: 'theme').map(&:iid) == [epic.iid]
api.post("/groups/#{group.id}/epics/#{epic.iid}/issues/#{issue.id}")
check api.epic_issues(group.id, epic.iid).map(&:id) == [issue.id]
check api.epic(group.id, epic.iid).title == 'The theme'
below = api.create_epic(group.id, 'Feature', parent_id: epic.id)
check below.parent_id == epic.id
api.delete_epic(group.id, below.iid)
refused(Gitlab::Error::NotFound) { api.epic(group.id, below.iid) }
ok 'epics'

note = api.create_issue_note(project.id, issue.iid, 'Hello **there**')
check api.edit_issue_note(project.id, issue.iid, note.id, 'Hello again').body == 'Hello again'
check api.issue_note(project.id, issue.iid, note.id).author.username == ENV.fetch('MILEPOST_USERNAME')
check api.issue_notes(project.id, issue.iid).map(&:id).include?(note.id)
epic_note = api.create_epic_note(group.id, epic.id, 'On the epic')
check api.epic_notes(group.id, epic.id).map(&:id).include?(epic_note.id)
check api.issue_label_events(project.id, issue.iid).map { |event| event.label['name'] }.include?('defect')
spare = api.create_issue_note(project.id, issue.iid, 'Spare')
api.delete_issue_note(project.id, issue.iid, spare.id)
refused(Gitlab::Error::NotFound) { api.issue_note(project.id, issue.iid, spare.id) }
ok 'notes'

thumb = api.create_award_emoji(project.id, issue.iid, 'issue', 'thumbsup')
check api.award_emoji(project.id, issue.iid, 'issue', thumb.id).name == 'thumbsup'
check api.issue(project.id, issue.iid).upvotes == 1
on_note = api.create_note_award_emoji(project.id, issue.iid, 'issue', note.id, 'tada')
check api.note_award_emojis(project.id, issue.iid, 'issue', note.id).map(&:name) == ['tada']
api.delete_note_award_emoji(project.id, issue.iid, 'issue', note.id, on_note.id)
api.delete_award_emoji(project.id, issue.iid, 'issue', thumb.id)
check api.award_emojis(project.id, issue.iid, 'issue').empty?
ok 'reactions'

api.post("/projects/#{project.id}/issues/#{issue.iid}/todo")
todo = api.todos.auto_paginate.find { |each| each.target['id'] == issue.id }
check todo.state == 'pending' && todo.target_type == 'Issue'
check api.mark_todo_as_done(todo.id).state == 'done'
api.mark_all_todos_as_done
check api.todos.empty?
ok 'to-dos'

file = Tempfile.new(['notes', '.txt'])
file.write('some text')
file.close
upload = api.upload_file(project.id, file.path)
check upload.markdown.include?(upload.url)
ok 'uploads'

system('bash', File.join(__dir__, 'push.sh'), "#{name}/work", exception: true)
spare = api.create_branch(project.id, 'spare', 'main')
check api.branches(project.id).map(&:name).sort == %w[feature main spare]
check api.branch(project.id, 'spare').commit.id == spare.commit.id && api.branch(project.id, 'main').default
api.delete_branch(project.id, 'spare')
refused(Gitlab::Error::NotFound) { api.branch(project.id, 'spare') }
check api.create_tag(project.id, 'v1', 'main', 'First').message == 'First'
check api.tags(project.id).map(&:name) == ['v1'] && api.tag(project.id, 'v1').name == 'v1'
api.delete_tag(project.id, 'v1')
check api.tags(project.id).empty?
head, first = api.commits(project.id, ref_name: 'feature').to_a
check head.title == 'Change' && head.parent_ids == [first.id]
check api.commit(project.id, head.id).stats.additions == 1
check api.commit_diff(project.id, head.id).first.new_path == 'README.md'
check api.commit_refs(project.id, first.id).map(&:name).sort == %w[feature main]
check api.tree(project.id, ref: 'main').map(&:path) == ['README.md']
check api.get_file(project.id, 'README.md', 'feature').last_commit_id == head.id
check api.file_contents(project.id, 'README.md', 'main') == "one\n"
check api.compare(project.id, 'main', 'feature').commits.map { |each| each['id'] } == [head.id]
check api.repo_archive(project.id, 'main', 'zip').to_h
api.create_branch(project.id, 'notes', 'main')
api.create_file(project.id, 'notes.txt', 'notes', "a\n", 'Note')
api.edit_file(project.id, 'notes.txt', 'notes', "b\n", 'Change')
check api.file_contents(project.id, 'notes.txt', 'notes') == "b\n"
api.remove_file(project.id, 'notes.txt', 'notes', 'Remove')
refused(Gitlab::Error::NotFound) { api.get_file(project.id, 'notes.txt', 'notes') }
actions = [{ action: 'create', file_path: 'more.txt', content: "c\n" }]
check api.create_commit(project.id, 'notes', 'More', actions).title == 'More'
check api.file_contents(project.id, 'more.txt', 'notes') == "c\n"
api.delete_branch(project.id, 'notes')
inbound = "/projects/#{project.id}/inbound_webhooks"
made = api.post(inbound, body: { forge: 'github', name: 'Mirror' })
check made.secret && api.get(inbound).map(&:id) == [made.id]
mirror = "/projects/#{project.id}/mirror/pull"
%w[one two].each do |name|
  api.put(mirror, body: { url: "https://forge.example/#{name}.git", enabled: false })
  check api.get(mirror).url == "https://forge.example/#{name}.git"
end
api.delete(mirror)
refused(Gitlab::Error::NotFound) { api.get(mirror) }
api.delete("#{inbound}/#{made.id}")
check api.get(inbound).empty?
ok 'repositories'

request = api.create_merge_request(project.id, 'Change', source_branch: 'feature', target_branch: 'main')
number = request.iid
check request.state == 'opened' && request.sha == head.id
request = api.update_merge_request(project.id, number, title: 'A change', labels: 'defect', assignee_ids: [colleague])
check request.title == 'A change' && request.labels == ['defect'] && request.assignees.first['id'] == colleague
check api.merge_requests(project.id, state: 'opened').map(&:iid) == [number]
check api.group_merge_requests(group.id).map(&:id) == [request.id]
check api.user_merge_requests(scope: 'all').auto_paginate.map(&:id).include?(request.id)
check api.merge_request_commits(project.id, number).map(&:id) == [head.id]
check api.merge_request_changes(project.id, number).changes.first['new_path'] == 'README.md'
comment = api.create_merge_request_note(project.id, number, 'Fine')
check api.edit_merge_request_note(project.id, number, comment.id, 'Very fine').body == 'Very fine'
check api.merge_request_note(project.id, number, comment.id).body == 'Very fine'
api.delete_merge_request_note(project.id, number, comment.id)
thread = api.create_merge_request_discussion(project.id, number, body: 'Why?')
api.create_merge_request_discussion_note(project.id, number, thread.id, body: 'Because')
api.resolve_merge_request_discussion(project.id, number, thread.id, resolved: true)
check api.merge_request_discussion(project.id, number, thread.id).notes.all? { |each| each['resolved'] }
api.edit_project_merge_request_approvals(project.id, approvals_before_merge: 0)
check api.project_merge_request_approvals(project.id).approvals_before_merge.zero?
check api.merge_request_approvals(project.id, number).approvals_left.zero?
# This release has no calls of its own for status checks.
checks = "/projects/#{project.id}/external_status_checks"
external = api.post(checks, body: { name: 'Build', external_url: 'https://build.example' })
check api.put("#{checks}/#{external.id}", body: { name: 'Build it' }).name == 'Build it'
check api.get(checks).map(&:name) == ['Build it']
of_request = "/projects/#{project.id}/merge_requests/#{number}"
response = { sha: head.id, external_status_check_id: external.id, status: 'passed' }
api.post("#{of_request}/status_check_responses", body: response)
check api.get("#{of_request}/status_checks").map(&:status) == ['passed']
api.delete("#{checks}/#{external.id}")
check api.get(checks).empty?
check api.update_merge_request(project.id, number, state_event: 'close').state == 'closed'
check api.update_merge_request(project.id, number, state_event: 'reopen').state == 'opened'
check api.accept_merge_request(project.id, number).state == 'merged'
merged = api.merge_request(project.id, number).merge_commit_sha
refused(Gitlab::Error::MethodNotAllowed) { api.accept_merge_request(project.id, number) }
api.create_branch(project.id, 'empty', 'main')
unwanted = api.create_merge_request(project.id, 'Nothing', source_branch: 'empty', target_branch: 'main')
# This release has no call of its own that deletes a merge request.
api.delete("/projects/#{project.id}/merge_requests/#{unwanted.iid}")
refused(Gitlab::Error::NotFound) { api.merge_request(project.id, unwanted.iid) }
ok 'merge requests'

environment = api.create_environment(project.id, 'staging')
changed = api.edit_environment(project.id, environment.id, external_url: 'https://staging.example')
check changed.external_url == 'https://staging.example'
check api.environments(project.id).map(&:name) == ['staging']
# This release reads deployments only, and has no calls of its own for protected environments.
deployments = "/projects/#{project.id}/deployments"
report = { environment: 'staging', sha: merged, ref: 'main', tag: false, status: 'running' }
deployment = api.post(deployments, body: report)
check api.put("#{deployments}/#{deployment.id}", body: { status: 'success' }).status == 'success'
check api.deployment(project.id, deployment.id).status == 'success'
check api.environment(project.id, environment.id).last_deployment['id'] == deployment.id
check api.deployments(project.id, environment: 'staging').map(&:id) == [deployment.id]
check api.get("#{deployments}/#{deployment.id}/merge_requests").map(&:iid) == [number]
failed = api.post(deployments, body: report.merge(status: 'failed'))
api.delete("#{deployments}/#{failed.id}")
refused(Gitlab::Error::NotFound) { api.deployment(project.id, failed.id) }
protections = "/projects/#{project.id}/protected_environments"
api.post(protections, body: { name: 'production', deploy_access_levels: [{ access_level: 40 }] })
api.put("#{protections}/production", body: { approval_rules: [{ access_level: 40 }] })
check api.get(protections).map(&:name) == ['production']
blocked = api.post(deployments, body: report.merge(environment: 'production'))
check blocked.status == 'blocked'
check api.post("#{deployments}/#{blocked.id}/approval", body: { status: 'approved' }).status == 'approved'
api.delete("#{protections}/production")
check api.get(protections).empty?
check api.stop_environment(project.id, environment.id).state == 'stopped'
api.delete_environment(project.id, environment.id)
refused(Gitlab::Error::NotFound) { api.environment(project.id, environment.id) }
ok 'deployments'

# This release has no calls of its own for vulnerabilities.
finding = { ruleId: 'sql', level: 'error', message: { text: 'Unescaped input' } }
sarif = { version: '2.1.0', runs: [{ tool: { driver: { name: 'Scanner' } }, results: [finding] }] }
counts = api.post("/projects/#{project.id}/vulnerability_reports", body: sarif.to_json,
                                                                   headers: { 'Content-Type' => 'application/json' })
check counts.created == 1
vulnerability = api.get("/projects/#{project.id}/vulnerabilities").first
path = "/vulnerabilities/#{vulnerability.id}"
check api.post("#{path}/confirm").state == 'confirmed' && api.get(path).state == 'confirmed'
check api.get("/groups/#{group.id}/vulnerabilities").map(&:id) == [vulnerability.id]
link = api.post("#{path}/issue_links", body: { target_issue_iid: issue.iid })
check api.get("#{path}/issue_links").map(&:iid) == [issue.iid]
api.delete("#{path}/issue_links/#{link.id}")
check api.get("#{path}/issue_links").empty?
ok 'vulnerabilities'

25.times { |number| api.create_issue(other.id, "Page #{number}") }
page = api.issues(other.id, search: 'Page', per_page: 10)
check page.size == 10 && page.has_next_page? && !page.has_prev_page?
check page.next_page.next_page.size == 5
check page.last_page.size == 5 && !page.last_page.has_next_page? && page.last_page.has_prev_page?
check page.last_page.first_page.map(&:id) == page.map(&:id)
check page.auto_paginate.map(&:id).uniq.size == 25
check api.issues(other.id, search: 'Page', per_page: 10, page: 9).empty?
keyset = api.issues(other.id, search: 'Page', pagination: 'keyset', order_by: 'created_at', per_page: 7)
check !keyset.has_last_page?
check keyset.auto_paginate.map(&:id).uniq.size == 25
ok 'pagination'

api.delete_project(project.id)
api.delete_group(group.id)
ok 'clean-up'
