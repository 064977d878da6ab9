"""The scenario through two command-line clients: python-gitlab's, and gitlab-api-v4 of Perl. Prints `ok STEP`; exits with the
traceback of a failing step.

Each command runs in a process of its own, forked from one that has loaded the client: starting an interpreter and loading its
modules takes far longer than the command itself.
"""

import json
import os
import subprocess
import sys
import tempfile

import gitlab.cli
import gitlab.v4.cli

url = os.environ["MILEPOST_URL"]
token = os.environ["MILEPOST_TOKEN"]
colleague = os.environ["MILEPOST_COLLEAGUE_ID"]
folder = tempfile.TemporaryDirectory()
printed = os.path.join(folder.name, "printed")

# The program of python-gitlab builds its parser of arguments in this function: a second of work for thousands of options.
parser = gitlab.cli._get_parser()
gitlab.cli._get_parser = lambda: parser


def ok(step):
    print("ok", step, flush=True)


def read(code, args):
    """What a command printed, parsed if it is JSON. A command that failed ends the scenario."""
    with open(printed, encoding="utf-8") as file:
        output = file.read()
    assert code == 0, (args, code, output)
    return json.loads(output) if output.strip() else None


def python(*args):
    """Runs `gitlab ARGS` of python-gitlab, and returns what it printed."""
    child = os.fork()
    if child == 0:
        os.dup2(os.open(printed, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 1)
        sys.argv = ["gitlab", "--server-url", url, "--private-token", token, "-o", "json", *map(str, args)]
        code = 1
        try:
            gitlab.cli.main()
            code = 0
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else int(end.code is not None)
        finally:
            sys.stdout.flush()
            os._exit(code)
    return read(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), args)


server = subprocess.Popen(
    ["perl", os.path.join(os.path.dirname(__file__), "gitlab-api-v4.pl")],
    stdin=subprocess.PIPE,
    stdout=subprocess.PIPE,
    text=True,
)


def perl_code(*args, secret=token):
    """Runs `gitlab-api-v4 ARGS`; returns its exit code."""
    command = ["--quiet", f"--url={url}/api/v4", f"--private-token={secret}", *map(str, args)]
    server.stdin.write(json.dumps({"printed": printed, "args": command}) + "\n")
    server.stdin.flush()
    return int(server.stdout.readline())


def perl(*args):
    return read(perl_code(*args), args)


def the(field, rows):
    """One field of each row."""
    return [each[field] for each in rows]


name = os.environ["MILEPOST_NAME"]
assert perl("current-user")["username"] == os.environ["MILEPOST_USERNAME"]
assert perl_code("current-user", secret="wrong") != 0, "a wrong token is let in"
ok("sign-in")

group = python("group", "create", "--name", name, "--path", name)["id"]
assert perl("group", name)["id"] == group
ok("groups")

project = python("project", "create", "--name", "Work", "--path", "work", "--namespace-id", group)["id"]
assert the("id", perl("group-projects", group)) == [project]
ok("projects")

python("group-member", "create", "--group-id", group, "--user-id", colleague, "--access-level", 30)
assert int(colleague) in the("id", perl("all-project-members", project))
ok("members")

python("project-label", "create", "--project-id", project, "--name", "bug", "--color", "#cc0033")
perl("edit-label", project, "name:bug", "new_name:defect")
assert the("name", python("project-label", "list", "--project-id", project)) == ["defect"]
ok("labels")

milestone = perl("create-project-milestone", project, "title:One", "due_date:2030-01-31")["id"]
assert python("project-milestone", "get", "--project-id", project, "--id", milestone)["title"] == "One"
ok("milestones")

fields = ["--title", "First", "--labels", "defect", "--milestone-id", milestone]
iid = python("project-issue", "create", "--project-id", project, *fields)["iid"]
perl("edit-issue", project, iid, "state_event:close", "title:First, renamed")
assert python("project-issue", "get", "--project-id", project, "--iid", iid)["state"] == "closed"
assert the("title", perl("issues", project, "state:closed", "labels:defect")) == ["First, renamed"]
ok("issues")

epic = python("group-epic", "create", "--group-id", group, "--title", "Theme")["iid"]
assert the("title", python("group-epic", "list", "--group-id", group)) == ["Theme"]
python("group-epic", "delete", "--group-id", group, "--iid", epic)
ok("epics")

note = perl("create-issue-note", project, iid, "body:Hello")["id"]
assert python("project-issue-note", "get", "--project-id", project, "--issue-iid", iid, "--id", note)["body"] == "Hello"
ok("notes")

todo = perl("create-issue-todo", project, iid)["id"]
python("todo", "mark-as-done", "--id", todo)
assert todo not in the("id", python("todo", "list", "--get-all") or [])
ok("to-dos")

for number in (2, 3):
    perl("create-issue", project, f"title:Page {number}")
assert len(perl("--all", "issues", project, "per_page:2")) == 3
assert len(python("--per-page", 2, "project-issue", "list", "--project-id", project, "--get-all")) == 3
assert len(python("project-issue", "list", "--project-id", project, "--page", 2, "--per-page", 2)) == 1
ok("pagination")

python("project", "delete", "--id", project)
python("group", "delete", "--id", group)
server.stdin.close()
assert server.wait() == 0
ok("clean-up")
