# The scenario through GitLab::API::v4. Prints `ok STEP`, and exits with the message of a failing step.
use strict;
use warnings;
use File::Temp;
use GitLab::API::v4;

$| = 1;
my ($url, $name, $colleague) = @ENV{qw(MILEPOST_URL MILEPOST_NAME MILEPOST_COLLEAGUE_ID)};
my $api = GitLab::API::v4->new(url => "$url/api/v4", private_token => $ENV{MILEPOST_TOKEN});

sub ok { print "ok $_[0]\n" }
sub check { die 'the check at line ' . (caller)[2] . " does not hold\n" unless $_[0] }

# Runs a call that must be refused; returns the client's message.
sub refused {
    my ($code, $call) = @_;
    check(!eval { $call->(); 1 });
    check($@ =~ /HTTP $code/ || die $@);
    return $@;
}

sub ids { join ',', sort { $a <=> $b } map { $_->{id} } @{ $_[0] } }

check($api->current_user->{username} eq $ENV{MILEPOST_USERNAME});
check($api->version->{version});
refused(401, sub { GitLab::API::v4->new(url => "$url/api/v4", private_token => 'wrong')->current_user });
ok('sign-in');

# This client returns nothing when it creates a group.
$api->create_group({ name => $name, path => $name, visibility => 'private' });
my $group = $api->group($name);
$api->create_group({ name => 'Below', path => 'below', parent_id => $group->{id} });
my $sub = $api->group("$name/below");
check($sub->{full_path} eq "$name/below");
$api->edit_group($group->{id}, { description => 'What we plan' });
check($api->group($name)->{description} eq 'What we plan');
check(ids($api->group_subgroups($group->{id})) eq $sub->{id});
check(!defined $api->group("$name/nowhere"));
check(refused(400, sub { $api->create_group({ name => $name, path => $name }) }) =~ /taken/);
ok('groups');

my $project = $api->create_project({ name => 'Work', path => 'work', namespace_id => $group->{id} });
my $other = $api->create_project({ name => 'Other', path => 'other', namespace_id => $sub->{id} });
check($project->{path_with_namespace} eq "$name/work");
$api->edit_project($project->{id}, { description => 'Where we work' });
check($api->project("$name/work")->{description} eq 'Where we work');
check(ids($api->group_projects($group->{id}, { include_subgroups => 'true' })) eq ids([$project, $other]));
ok('projects');

check($api->add_group_member($group->{id}, { user_id => $colleague, access_level => 30 })->{access_level} == 30);
check($api->update_group_member($group->{id}, $colleague, { access_level => 20 })->{access_level} == 20);
check($api->group_member($group->{id}, $colleague)->{state} eq 'active');
check(grep { $_->{id} == $colleague } @{ $api->all_project_members($project->{id}) });
check(!grep { $_->{id} == $colleague } @{ $api->project_members($project->{id}) });
refused(409, sub { $api->add_group_member($group->{id}, { user_id => $colleague, access_level => 30 }) });
ok('members');

$api->create_label($project->{id}, { name => 'bug', color => '#cc0033' });
check($api->edit_label($project->{id}, { name => 'bug', new_name => 'defect' })->{name} eq 'defect');
check($api->subscribe_to_label($project->{id}, 'defect')->{subscribed});
$api->unsubscribe_from_label($project->{id}, 'defect');
$api->create_label($project->{id}, { name => 'spare', color => '#000000' });
$api->delete_label($project->{id}, { name => 'spare' });
check(@{ $api->labels($project->{id}) } == 1);
refused(409, sub { $api->create_label($project->{id}, { name => 'defect', color => '#000000' }) });
ok('labels');

my $milestone = $api->create_project_milestone($project->{id}, { title => 'One', due_date => '2030-01-31' });
check($api->edit_project_milestone($project->{id}, $milestone->{id}, { state_event => 'close' })->{state} eq 'closed');
check($api->edit_project_milestone($project->{id}, $milestone->{id}, { state_event => 'activate' })->{state} eq 'active');
check(ids($api->project_milestones($project->{id}, { state => 'active' })) eq $milestone->{id});
ok('milestones');

my $issue = $api->create_issue($project->{id}, {
    title => 'First', labels => 'defect,new', milestone_id => $milestone->{id}, assignee_ids => [$colleague],
});
check("@{[ sort @{ $issue->{labels} } ]}" eq 'defect new');
check($issue->{assignees}[0]{id} == $colleague);
my $third = $api->create_issue($other->{id}, { title => 'Third' });
check($api->edit_issue($project->{id}, $issue->{iid}, { title => 'First, renamed' })->{title} eq 'First, renamed');
check($api->edit_issue($project->{id}, $issue->{iid}, { state_event => 'close' })->{state} eq 'closed');
check($api->edit_issue($project->{id}, $issue->{iid}, { state_event => 'reopen' })->{state} eq 'opened');
check(ids($api->issues($project->{id}, { labels => 'defect' })) eq $issue->{id});
check(ids($api->group_issues($group->{id})) eq ids([$issue, $third]));
check(ids($api->project_milestone_issues($project->{id}, $milestone->{id})) eq $issue->{id});
check($api->set_issue_time_estimate($project->{id}, $issue->{iid}, { duration => '3h' })->{time_estimate} == 10800);
check($api->add_issue_spent_time($project->{id}, $issue->{iid}, { duration => '30m' })->{total_time_spent} == 1800);
check($api->issue_time_stats($project->{id}, $issue->{iid})->{human_total_time_spent} eq '30m');
my $moved = $api->create_issue($project->{id}, { title => 'To move' });
$moved = $api->move_issue($project->{id}, $moved->{iid}, { to_project_id => $other->{id} });
check($moved->{project_id} == $other->{id});
$api->delete_issue($other->{id}, $moved->{iid});
check(refused(400, sub { $api->create_issue($project->{id}, { title => '' }) }) =~ /title/);
ok('issues');

my $note = $api->create_issue_note($project->{id}, $issue->{iid}, { body => 'Hello' });
$api->edit_issue_note($project->{id}, $issue->{iid}, $note->{id}, { body => 'Hello again' });
check($api->issue_note($project->{id}, $issue->{iid}, $note->{id})->{body} eq 'Hello again');
my $discussion = $api->create_issue_discussion($project->{id}, $issue->{iid}, { body => 'A question' });
$api->create_issue_discussion_note($project->{id}, $issue->{iid}, $discussion->{id}, { body => 'An answer' });
check(@{ $api->issue_discussion($project->{id}, $issue->{iid}, $discussion->{id})->{notes} } == 2);
$api->delete_issue_note($project->{id}, $issue->{iid}, $note->{id});
check(!defined $api->issue_note($project->{id}, $issue->{iid}, $note->{id}));
ok('notes');

my $thumb = $api->create_issue_award_emoji($project->{id}, $issue->{iid}, { name => 'thumbsup' });
check($api->issue($project->{id}, $issue->{iid})->{upvotes} == 1);
$api->delete_issue_award_emoji($project->{id}, $issue->{iid}, $thumb->{id});
check(@{ $api->issue_award_emojis($project->{id}, $issue->{iid}) } == 0);
ok('reactions');

my $todo = $api->create_issue_todo($project->{id}, $issue->{iid});
check($todo->{target_type} eq 'Issue' && $todo->{state} eq 'pending');
check($api->mark_todo_done($todo->{id})->{state} eq 'done');
$api->mark_all_todos_done;
check(@{ $api->todos } == 0);
ok('to-dos');

my $file = File::Temp->new(SUFFIX => '.txt');
print $file 'some text';
close $file;
my $upload = $api->upload_file_to_project($project->{id}, { file => $file->filename });
check(index($upload->{markdown}, $upload->{url}) > 0);
ok('uploads');

$api->create_issue($other->{id}, { title => "Page $_" }) for 1 .. 25;
my $all = $api->paginator('issues', $other->{id}, { search => 'Page', per_page => 10 })->all;
check(@$all == 25);
check(@{ $api->issues($other->{id}, { search => 'Page', per_page => 10, page => 9 }) } == 0);
ok('pagination');

$api->delete_project($project->{id});
$api->delete_group($group->{id});
ok('clean-up');
