#!/usr/bin/env bash
# Pushes a commit to `main` of the project FULL/PATH, and one more to `feature`: no client brings a Git of its own.
set -euo pipefail
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 GIT_TERMINAL_PROMPT=0
export GIT_AUTHOR_NAME=Client GIT_AUTHOR_EMAIL=client@example.com
export GIT_COMMITTER_NAME=$GIT_AUTHOR_NAME GIT_COMMITTER_EMAIL=$GIT_AUTHOR_EMAIL
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
git init --quiet --initial-branch=main
echo one > README.md
git add README.md
git commit --quiet --message 'Begin'
git checkout --quiet -b feature
echo two >> README.md
git commit --quiet --all --message 'Change'
git push --quiet "${MILEPOST_URL/:\/\//:\/\/token:$MILEPOST_TOKEN@}/$1.git" main feature
