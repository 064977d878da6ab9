// The scenario through go-gitlab. Prints `ok STEP`, and exits with the message of a failing step.
package main

import (
	"fmt"
	"net/http"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/xanzy/go-gitlab"
)

func ok(step string) { fmt.Println("ok", step) }

func check(holds bool) {
	if !holds {
		_, _, line, _ := runtime.Caller(1)
		fmt.Printf("the check at line %d does not hold\n", line)
		os.Exit(1)
	}
}

// got returns the result of a call, and exits the program on an error.
func got[T any](value T, _ *gitlab.Response, err error) T {
	done(nil, err)
	return value
}

func done(_ *gitlab.Response, err error) {
	if err != nil {
		_, _, line, _ := runtime.Caller(2)
		fmt.Printf("line %d: %v\n", line, err)
		os.Exit(1)
	}
}

func refused(code int, response *gitlab.Response, err error) string {
	if err == nil || response.StatusCode != code {
		_, _, line, _ := runtime.Caller(1)
		fmt.Printf("the call at line %d was not refused with %d: %v\n", line, code, err)
		os.Exit(1)
	}
	return err.Error()
}

func client(token string) *gitlab.Client {
	api, err := gitlab.NewClient(token, gitlab.WithBaseURL(os.Getenv("MILEPOST_URL")))
	done(nil, err)
	return api
}

func main() {
	name := os.Getenv("MILEPOST_NAME")
	colleague, _ := strconv.Atoi(os.Getenv("MILEPOST_COLLEAGUE_ID"))
	api := client(os.Getenv("MILEPOST_TOKEN"))
	text, day := gitlab.String, func(text string) *gitlab.ISOTime {
		parsed, err := time.Parse("2006-01-02", text)
		done(nil, err)
		day := gitlab.ISOTime(parsed)
		return &day
	}

	check(got(api.Users.CurrentUser()).Username == os.Getenv("MILEPOST_USERNAME"))
	check(got(api.Version.GetVersion()).Version != "")
	_, response, err := client("wrong").Users.CurrentUser()
	refused(http.StatusUnauthorized, response, err)
	ok("sign-in")

	private := gitlab.Visibility(gitlab.PrivateVisibility)
	group := got(api.Groups.CreateGroup(&gitlab.CreateGroupOptions{Name: &name, Path: &name, Visibility: private}))
	sub := got(api.Groups.CreateGroup(&gitlab.CreateGroupOptions{Name: text("Below"), Path: text("below"), ParentID: &group.ID}))
	check(sub.FullPath == name+"/below" && sub.ParentID == group.ID)
	check(got(api.Groups.UpdateGroup(group.ID, &gitlab.UpdateGroupOptions{Description: text("What we plan")})).Description == "What we plan")
	check(got(api.Groups.GetGroup(name, nil)).ID == group.ID)
	check(got(api.Groups.ListSubGroups(group.ID, nil))[0].ID == sub.ID)
	check(got(api.Groups.ListDescendantGroups(group.ID, nil))[0].ID == sub.ID)
	check(got(api.Namespaces.GetNamespace(name)).Kind == "group")
	_, response, err = api.Groups.GetGroup(name+"/nowhere", nil)
	refused(http.StatusNotFound, response, err)
	_, response, err = api.Groups.CreateGroup(&gitlab.CreateGroupOptions{Name: &name, Path: &name})
	check(strings.Contains(refused(http.StatusBadRequest, response, err), "taken"))
	ok("groups")

	project := got(api.Projects.CreateProject(&gitlab.CreateProjectOptions{Name: text("Work"), Path: text("work"), NamespaceID: &group.ID}))
	other := got(api.Projects.CreateProject(&gitlab.CreateProjectOptions{Name: text("Other"), Path: text("other"), NamespaceID: &sub.ID}))
	check(project.PathWithNamespace == name+"/work" && project.Namespace.ID == group.ID && project.CreatedAt != nil)
	check(got(api.Projects.EditProject(project.ID, &gitlab.EditProjectOptions{Description: text("Where we work")})).Description == "Where we work")
	check(got(api.Projects.GetProject(name+"/work", nil)).ID == project.ID)
	check(len(got(api.Groups.ListGroupProjects(group.ID, &gitlab.ListGroupProjectsOptions{IncludeSubGroups: gitlab.Bool(true)}))) == 2)
	ok("projects")

	member := got(api.GroupMembers.AddGroupMember(group.ID, &gitlab.AddGroupMemberOptions{UserID: &colleague, AccessLevel: gitlab.AccessLevel(gitlab.DeveloperPermissions)}))
	check(member.AccessLevel == gitlab.DeveloperPermissions && member.State == "active")
	member = got(api.GroupMembers.EditGroupMember(group.ID, colleague, &gitlab.EditGroupMemberOptions{AccessLevel: gitlab.AccessLevel(gitlab.ReporterPermissions), ExpiresAt: text("2099-12-31")}))
	check(member.AccessLevel == gitlab.ReporterPermissions && member.ExpiresAt.String() == "2099-12-31")
	check(len(got(api.ProjectMembers.ListAllProjectMembers(project.ID, nil))) == 2)
	_, response, err = api.GroupMembers.AddGroupMember(group.ID, &gitlab.AddGroupMemberOptions{UserID: &colleague, AccessLevel: gitlab.AccessLevel(gitlab.DeveloperPermissions)})
	refused(http.StatusConflict, response, err)
	ok("members")

	got(api.Labels.CreateLabel(project.ID, &gitlab.CreateLabelOptions{Name: text("bug"), Color: text("#cc0033"), Priority: gitlab.Int(3)}))
	label := got(api.Labels.UpdateLabel(project.ID, &gitlab.UpdateLabelOptions{Name: text("bug"), NewName: text("defect")}))
	check(label.Name == "defect" && label.Priority == 3)
	shared := got(api.GroupLabels.CreateGroupLabel(group.ID, &gitlab.CreateGroupLabelOptions{Name: text("shared"), Color: text("#336699")}))
	got(api.GroupLabels.UpdateGroupLabel(group.ID, &gitlab.UpdateGroupLabelOptions{Name: text("shared"), NewName: text("common")}))
	check(got(api.GroupLabels.GetGroupLabel(group.ID, "common")).ID == shared.ID)
	check(got(api.Labels.SubscribeToLabel(project.ID, "defect")).Subscribed)
	done(api.Labels.UnsubscribeFromLabel(project.ID, "defect"))
	got(api.Labels.CreateLabel(project.ID, &gitlab.CreateLabelOptions{Name: text("spare"), Color: text("#000000")}))
	done(api.Labels.DeleteLabel(project.ID, &gitlab.DeleteLabelOptions{Name: text("spare")}))
	check(len(got(api.Labels.ListLabels(project.ID, nil))) == 2)
	ok("labels")

	milestone := got(api.Milestones.CreateMilestone(project.ID, &gitlab.CreateMilestoneOptions{Title: text("One"), DueDate: day("2030-01-31")}))
	check(got(api.Milestones.UpdateMilestone(project.ID, milestone.ID, &gitlab.UpdateMilestoneOptions{StateEvent: text("close")})).State == "closed")
	check(got(api.Milestones.UpdateMilestone(project.ID, milestone.ID, &gitlab.UpdateMilestoneOptions{StateEvent: text("activate")})).State == "active")
	got(api.GroupMilestones.CreateGroupMilestone(group.ID, &gitlab.CreateGroupMilestoneOptions{Title: text("Quarter")}))
	check(got(api.GroupMilestones.ListGroupMilestones(group.ID, nil))[0].Title == "Quarter")
	ok("milestones")

	issue := got(api.Issues.CreateIssue(project.ID, &gitlab.CreateIssueOptions{
		Title: text("First"), Labels: &gitlab.Labels{"defect", "new"}, MilestoneID: &milestone.ID,
		AssigneeIDs: &[]int{colleague}, DueDate: day("2030-01-20"), Weight: gitlab.Int(3),
	}))
	check(len(issue.Labels) == 2 && issue.Milestone.ID == milestone.ID && issue.Weight == 3)
	check(issue.Assignees[0].ID == colleague && issue.DueDate.String() == "2030-01-20")
	second := got(api.Issues.CreateIssue(project.ID, &gitlab.CreateIssueOptions{Title: text("Second"), Confidential: gitlab.Bool(true)}))
	third := got(api.Issues.CreateIssue(other.ID, &gitlab.CreateIssueOptions{Title: text("Third")}))
	issue = got(api.Issues.UpdateIssue(project.ID, issue.IID, &gitlab.UpdateIssueOptions{Title: text("First, renamed"), RemoveLabels: &gitlab.Labels{"new"}}))
	check(issue.Title == "First, renamed" && len(issue.Labels) == 1)
	check(got(api.Issues.UpdateIssue(project.ID, issue.IID, &gitlab.UpdateIssueOptions{StateEvent: text("close")})).ClosedAt != nil)
	check(got(api.Issues.UpdateIssue(project.ID, issue.IID, &gitlab.UpdateIssueOptions{StateEvent: text("reopen")})).State == "opened")
	check(len(got(api.Issues.ListProjectIssues(project.ID, &gitlab.ListProjectIssuesOptions{Labels: &gitlab.Labels{"defect"}, NotLabels: &gitlab.Labels{"x"}}))) == 1)
	check(len(got(api.Issues.ListProjectIssues(project.ID, &gitlab.ListProjectIssuesOptions{IIDs: &[]int{second.IID}}))) == 1)
	check(len(got(api.Issues.ListGroupIssues(group.ID, nil))) == 3)
	check(got(api.Issues.SetTimeEstimate(project.ID, issue.IID, &gitlab.SetTimeEstimateOptions{Duration: text("3h")})).TimeEstimate == 10800)
	check(got(api.Issues.AddSpentTime(project.ID, issue.IID, &gitlab.AddSpentTimeOptions{Duration: text("30m")})).HumanTotalTimeSpent == "30m")
	_, response, err = api.Issues.SubscribeToIssue(project.ID, issue.IID)
	check(response.StatusCode == http.StatusNotModified)
	got(api.Issues.UnsubscribeFromIssue(project.ID, issue.IID))
	check(len(got(api.Issues.GetParticipants(project.ID, issue.IID))) == 2)
	moved := got(api.Issues.CreateIssue(project.ID, &gitlab.CreateIssueOptions{Title: text("To move")}))
	moved = got(api.Issues.MoveIssue(project.ID, moved.IID, &gitlab.MoveIssueOptions{ToProjectID: &other.ID}))
	check(moved.ProjectID == other.ID)
	done(api.Issues.DeleteIssue(other.ID, moved.IID))
	_, response, err = api.Issues.CreateIssue(project.ID, &gitlab.CreateIssueOptions{Title: text("")})
	check(strings.Contains(refused(http.StatusBadRequest, response, err), "title"))
	ok("issues")

	link := got(api.IssueLinks.CreateIssueLink(project.ID, issue.IID, &gitlab.CreateIssueLinkOptions{
		TargetProjectID: text(strconv.Itoa(other.ID)), TargetIssueIID: text(strconv.Itoa(third.IID)), LinkType: text("blocks"),
	}))
	check(link.SourceIssue.IID == issue.IID && link.TargetIssue.IID == third.IID && link.LinkType == "blocks")
	linked := got(api.IssueLinks.ListIssueRelations(project.ID, issue.IID))
	check(len(linked) == 1 && linked[0].ID == third.ID)
	got(api.IssueLinks.DeleteIssueLink(project.ID, issue.IID, linked[0].IssueLinkID))
	check(len(got(api.IssueLinks.ListIssueRelations(project.ID, issue.IID))) == 0)
	ok("links")

	epic := got(api.Epics.CreateEpic(group.ID, &gitlab.CreateEpicOptions{Title: text("Theme"), Labels: &gitlab.Labels{"common"}, StartDateIsFixed: gitlab.Bool(true), StartDateFixed: day("2030-01-01")}))
	check(epic.StartDate.String() == "2030-01-01" && epic.GroupID == group.ID)
	check(got(api.Epics.UpdateEpic(group.ID, epic.IID, &gitlab.UpdateEpicOptions{Title: text("The theme")})).Title == "The theme")
	below := got(api.Epics.CreateEpic(group.ID, &gitlab.CreateEpicOptions{Title: text("Feature")}))
	check(len(got(api.Epics.GetEpicLinks(group.ID, epic.IID))) == 0)
	check(len(got(api.Epics.ListGroupEpics(group.ID, &gitlab.ListGroupEpicsOptions{Labels: &gitlab.Labels{"common"}}))) == 1)
	row := got(api.EpicIssues.AssignEpicIssue(group.ID, epic.IID, issue.ID))
	rowOfThird := got(api.EpicIssues.AssignEpicIssue(group.ID, epic.IID, third.ID))
	order := got(api.EpicIssues.UpdateEpicIssueAssignment(group.ID, epic.IID, rowOfThird.ID, &gitlab.UpdateEpicIsssueAssignmentOptions{MoveAfterID: &row.ID}))
	check(len(order) == 2)
	check(got(api.EpicIssues.RemoveEpicIssue(group.ID, epic.IID, row.ID)).Epic.ID == epic.ID)
	check(got(api.EpicIssues.ListEpicIssues(group.ID, epic.IID, nil))[0].ID == third.ID)
	done(api.Epics.DeleteEpic(group.ID, below.IID))
	ok("epics")

	note := got(api.Notes.CreateIssueNote(project.ID, issue.IID, &gitlab.CreateIssueNoteOptions{Body: text("Hello")}))
	check(got(api.Notes.UpdateIssueNote(project.ID, issue.IID, note.ID, &gitlab.UpdateIssueNoteOptions{Body: text("Hello again")})).Body == "Hello again")
	discussion := got(api.Discussions.CreateIssueDiscussion(project.ID, issue.IID, &gitlab.CreateIssueDiscussionOptions{Body: text("A question")}))
	got(api.Discussions.AddIssueDiscussionNote(project.ID, issue.IID, discussion.ID, &gitlab.AddIssueDiscussionNoteOptions{Body: text("An answer")}))
	check(len(got(api.Discussions.GetIssueDiscussion(project.ID, issue.IID, discussion.ID)).Notes) == 2)
	onEpic := got(api.Discussions.CreateEpicDiscussion(group.ID, epic.ID, &gitlab.CreateEpicDiscussionOptions{Body: text("On the epic")}))
	check(got(api.Notes.GetEpicNote(group.ID, epic.ID, onEpic.Notes[0].ID)).Body == "On the epic")
	check(len(got(api.ResourceStateEvents.ListIssueStateEvents(project.ID, issue.IID, nil))) == 2)
	check(len(got(api.ResourceLabelEvents.ListIssueLabelEvents(project.ID, issue.IID, nil))) == 3)
	ok("notes")

	thumb := got(api.AwardEmoji.CreateIssueAwardEmoji(project.ID, issue.IID, &gitlab.CreateAwardEmojiOptions{Name: "thumbsup"}))
	check(got(api.Issues.GetIssue(project.ID, issue.IID)).Upvotes == 1)
	done(api.AwardEmoji.DeleteIssueAwardEmoji(project.ID, issue.IID, thumb.ID))
	got(api.AwardEmoji.CreateIssuesAwardEmojiOnNote(project.ID, issue.IID, note.ID, &gitlab.CreateAwardEmojiOptions{Name: "tada"}))
	check(len(got(api.AwardEmoji.ListIssuesAwardEmojiOnNote(project.ID, issue.IID, note.ID, nil))) == 1)
	ok("reactions")

	todo := got(api.Issues.CreateTodo(project.ID, issue.IID))
	check(todo.State == "pending" && todo.Target.IID == issue.IID)
	done(api.Todos.MarkTodoAsDone(todo.ID))
	done(api.Todos.MarkAllTodosAsDone())
	check(len(got(api.Todos.ListTodos(nil))) == 0)
	ok("to-dos")

	upload := got(api.Projects.UploadFile(project.ID, strings.NewReader("some text"), "readme.txt"))
	check(upload.Alt == "readme.txt" && strings.Contains(upload.Markdown, upload.URL))
	ok("uploads")

	for number := 0; number < 25; number++ {
		got(api.Issues.CreateIssue(other.ID, &gitlab.CreateIssueOptions{Title: text(fmt.Sprintf("Page %d", number))}))
	}
	listing := &gitlab.ListProjectIssuesOptions{Search: text("Page"), ListOptions: gitlab.ListOptions{PerPage: 10}}
	seen := map[int]bool{}
	for {
		issues, response, err := api.Issues.ListProjectIssues(other.ID, listing)
		done(response, err)
		check(response.TotalItems == 25 && response.TotalPages == 3 && response.ItemsPerPage == 10)
		for _, each := range issues {
			seen[each.ID] = true
		}
		if response.NextPage == 0 {
			break
		}
		listing.Page = response.NextPage
	}
	check(len(seen) == 25)
	projects, response, err := api.Groups.ListGroupProjects(group.ID, &gitlab.ListGroupProjectsOptions{ListOptions: gitlab.ListOptions{Page: 9}})
	done(response, err)
	check(len(projects) == 0)
	ok("pagination")

	done(api.Projects.DeleteProject(project.ID))
	done(api.Groups.DeleteGroup(group.ID))
	ok("clean-up")
}
