#!/usr/bin/env bash
# The scenario through two command-line clients: python-gitlab's, and gitlab-api-v4 of Perl. Prints `ok STEP`; exits at the first
# failing command.
set -euo pipefail

python() { python-gitlab --server-url "$MILEPOST_URL" --private-token "$MILEPOST_TOKEN" -o json "$@"; }
perl() { gitlab-api-v4 --quiet --url="$MILEPOST_URL/api/v4" --private-token="$MILEPOST_TOKEN" "$@"; }
# One field of the object on standard input, or of each object of a list, one per line.
field() { /usr/bin/python3 -c 'import json, sys
read = json.load(sys.stdin)
for each in read if isinstance(read, list) else [read]: print(each[sys.argv[1]])' "$1"; }
equal() { [ "$1" = "$2" ] || { echo "line ${BASH_LINENO[0]}: $1 is not $2"; exit 1; }; }

equal "$(perl current-user | field username)" "$MILEPOST_USERNAME"
if perl --private-token=wrong current-user 2>/dev/null; then echo "a wrong token is let in"; exit 1; fi
echo "ok sign-in"

group=$(python group create --name "$MILEPOST_NAME" --path "$MILEPOST_NAME" | field id)
equal "$(perl group "$MILEPOST_NAME" | field id)" "$group"
echo "ok groups"

project=$(python project create --name Work --path work --namespace-id "$group" | field id)
equal "$(perl group-projects "$group" | field id)" "$project"
echo "ok projects"

python group-member create --group-id "$group" --user-id "$MILEPOST_COLLEAGUE_ID" --access-level 30 >/dev/null
perl all-project-members "$project" | field id | grep -qx "$MILEPOST_COLLEAGUE_ID"
echo "ok members"

python project-label create --project-id "$project" --name bug --color '#cc0033' >/dev/null
perl edit-label "$project" name:bug new_name:defect >/dev/null
equal "$(python project-label list --project-id "$project" | field name)" defect
echo "ok labels"

milestone=$(perl create-project-milestone "$project" title:One due_date:2030-01-31 | field id)
equal "$(python project-milestone get --project-id "$project" --id "$milestone" | field title)" One
echo "ok milestones"

iid=$(python project-issue create --project-id "$project" --title First --labels defect --milestone-id "$milestone" | field iid)
perl edit-issue "$project" "$iid" state_event:close "title:First, renamed" >/dev/null
equal "$(python project-issue get --project-id "$project" --iid "$iid" | field state)" closed
equal "$(perl issues "$project" state:closed labels:defect | field title)" "First, renamed"
echo "ok issues"

epic=$(python group-epic create --group-id "$group" --title Theme | field iid)
equal "$(python group-epic list --group-id "$group" | field title)" Theme
python group-epic delete --group-id "$group" --iid "$epic"
echo "ok epics"

note=$(perl create-issue-note "$project" "$iid" "body:Hello" | field id)
equal "$(python project-issue-note get --project-id "$project" --issue-iid "$iid" --id "$note" | field body)" Hello
echo "ok notes"

todo=$(perl create-issue-todo "$project" "$iid" | field id)
python todo mark-as-done --id "$todo" >/dev/null
equal "$(python todo list --get-all | field id | grep -cx "$todo" || true)" 0
echo "ok to-dos"

for number in 2 3; do perl create-issue "$project" "title:Page $number" >/dev/null; done
equal "$(perl --all issues "$project" per_page:2 | field id | wc -l)" 3
equal "$(python --per-page 2 project-issue list --project-id "$project" --get-all | field iid | wc -l)" 3
equal "$(python project-issue list --project-id "$project" --page 2 --per-page 2 | field iid | wc -l)" 1
echo "ok pagination"

python project delete --id "$project"
python group delete --id "$group"
echo "ok clean-up"
