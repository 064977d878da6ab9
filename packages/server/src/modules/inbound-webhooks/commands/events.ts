import type { Forge } from '@milepost/core/merge-requests/forges';
import { Type, type Static, type TObject } from 'typebox';
import { Value } from 'typebox/value';
import { InputError } from '../../../platform/rest/input.ts';
import type { ForgeRequest, InboundContent, PushedCommit } from '../table.ts';

/** Commits of one push whose messages are read; a forge sends at most 2,048. */
const MAX_COMMITS = 2_048;
const MAX_MESSAGE = 65_536;
const MAX_NAME = 255;
const MAX_BRANCH = 1_024;

const text = Type.String();
const maybe = Type.Optional(Type.Union([Type.String(), Type.Null()]));
const Commits = Type.Optional(
  Type.Union([
    Type.Null(),
    Type.Array(
      Type.Object({ id: text, message: text, url: maybe, author: Type.Optional(Type.Object({ email: maybe })) }),
    ),
  ]),
);
const HubPush = Type.Object({ ref: text, commits: Commits, repository: Type.Object({ default_branch: maybe }) });
const LabPush = Type.Object({ ref: text, commits: Commits, project: Type.Object({ default_branch: maybe }) });
const HubRequest = Type.Object({
  repository: Type.Object({ full_name: text, default_branch: maybe }),
  pull_request: Type.Object({
    number: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
    title: text,
    body: maybe,
    state: text,
    merged: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
    merged_at: maybe,
    closed_at: maybe,
    html_url: maybe,
    user: Type.Optional(Type.Union([Type.Null(), Type.Object({ login: text })])),
    head: Type.Object({ ref: text, sha: maybe }),
    base: Type.Object({ ref: text }),
    created_at: text,
    updated_at: text,
  }),
});
const LabRequest = Type.Object({
  project: Type.Object({ path_with_namespace: text, default_branch: maybe }),
  user: Type.Optional(Type.Object({ id: Type.Optional(Type.Integer()), name: maybe })),
  object_attributes: Type.Object({
    iid: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
    title: text,
    description: maybe,
    state: text,
    url: maybe,
    author_id: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
    source_branch: text,
    target_branch: text,
    last_commit: Type.Optional(Type.Union([Type.Null(), Type.Object({ id: text })])),
    created_at: text,
    updated_at: text,
  }),
});

/** The names of the events that are used; every other one is ignored. */
const kinds: Readonly<Record<Forge, Readonly<Record<string, InboundContent['kind']>>>> = {
  github: { push: 'push', pull_request: 'request', ping: 'ping' },
  gitea: {
    push: 'push',
    pull_request: 'request',
    pull_request_sync: 'request',
    pull_request_assign: 'request',
    pull_request_label: 'request',
    pull_request_milestone: 'request',
    ping: 'ping',
  },
  gitlab: { 'Push Hook': 'push', 'Merge Request Hook': 'request' },
};

/** What is used of an event; null for one that is ignored. Throws InputError for a body that is not such an event. */
export function contentOf(forge: Forge, event: string, body: unknown): InboundContent | null {
  switch (kinds[forge][event]) {
    case 'ping':
      return { kind: 'ping' };
    case 'push':
      return forge === 'gitlab'
        ? pushOf(parse(LabPush, body), ({ project }) => project.default_branch)
        : pushOf(parse(HubPush, body), ({ repository }) => repository.default_branch);
    case 'request':
      return {
        kind: 'request',
        request: forge === 'gitlab' ? fromLab(parse(LabRequest, body)) : fromHub(parse(HubRequest, body)),
      };
    default:
      return null;
  }
}

function parse<Schema extends TObject>(schema: Schema, body: unknown): Static<Schema> {
  if (Value.Check(schema, body)) return body;
  const [first] = Value.Errors(schema, body);
  const path = (first?.instancePath ?? '').replaceAll('/', '.').replace(/^\./, '') || 'The body';
  throw new InputError([`${path} is invalid`]);
}

type Push = Static<typeof HubPush> | Static<typeof LabPush>;

function pushOf<Kind extends Push>(
  push: Kind,
  defaultBranch: (push: Kind) => string | null | undefined,
): InboundContent | null {
  const branch = /^refs\/heads\/(.+)$/.exec(push.ref)?.[1];
  // Tags.
  if (branch === undefined) return null;
  const commits = (push.commits ?? []).slice(0, MAX_COMMITS).flatMap((commit): PushedCommit[] => {
    if (!/^[0-9a-f]{40,64}$/i.test(commit.id)) return [];
    return [
      {
        sha: commit.id.toLowerCase(),
        message: commit.message.slice(0, MAX_MESSAGE),
        authorEmail: (commit.author?.email ?? '').slice(0, MAX_NAME),
        url: webAddress(commit.url),
      },
    ];
  });
  return { kind: 'push', isDefault: branch === defaultBranch(push), commits };
}

function fromHub({ pull_request: request, repository }: Static<typeof HubRequest>): ForgeRequest {
  const isMerged = request.merged === true || (request.merged_at ?? null) !== null;
  return {
    project: repository.full_name.slice(0, MAX_NAME),
    number: request.number,
    ...texts(request.title, request.body, request.number),
    state: isMerged ? 'merged' : request.state === 'open' ? 'opened' : 'closed',
    author: request.user?.login.slice(0, MAX_NAME) ?? null,
    url: webAddress(request.html_url),
    sourceBranch: request.head.ref.slice(0, MAX_BRANCH),
    targetBranch: request.base.ref.slice(0, MAX_BRANCH),
    isIntoDefault: request.base.ref === repository.default_branch,
    headSha: shaOf(request.head.sha),
    createdAt: timeOf(request.created_at, 'created_at'),
    updatedAt: timeOf(request.updated_at, 'updated_at'),
    closedAt:
      (request.merged_at ?? request.closed_at) ? timeOf(request.merged_at ?? request.closed_at, 'closed_at') : null,
  };
}

function fromLab({ object_attributes: request, project, user }: Static<typeof LabRequest>): ForgeRequest {
  const states: Readonly<Record<string, ForgeRequest['state']>> = {
    opened: 'opened',
    locked: 'opened',
    merged: 'merged',
  };
  const isOver = !(request.state === 'opened' || request.state === 'locked');
  const updatedAt = timeOf(request.updated_at, 'updated_at');
  // The event names the person who acted, and of the author only the id.
  const isByAuthor = user?.id !== undefined && user.id === request.author_id;
  return {
    project: project.path_with_namespace.slice(0, MAX_NAME),
    number: request.iid,
    ...texts(request.title, request.description, request.iid),
    state: states[request.state] ?? 'closed',
    author: isByAuthor ? (user.name?.slice(0, MAX_NAME) ?? null) : null,
    url: webAddress(request.url),
    sourceBranch: request.source_branch.slice(0, MAX_BRANCH),
    targetBranch: request.target_branch.slice(0, MAX_BRANCH),
    isIntoDefault: request.target_branch === project.default_branch,
    headSha: shaOf(request.last_commit?.id),
    createdAt: timeOf(request.created_at, 'created_at'),
    updatedAt,
    closedAt: isOver ? updatedAt : null,
  };
}

function texts(title: string, description: string | null | undefined, number: number) {
  return {
    title: title.trim().slice(0, MAX_NAME) || `#${number}`,
    description: (description ?? '').slice(0, MAX_MESSAGE),
  };
}

function shaOf(given: string | null | undefined): string | null {
  return given && /^[0-9a-f]{40}$/i.test(given) ? given.toLowerCase() : null;
}

/** The address is shown as a link: only http and https. */
function webAddress(given: string | null | undefined): string | null {
  return given && given.length <= 2_048 && /^https?:\/\/[^\s"'<>]+$/i.test(given) && URL.canParse(given) ? given : null;
}

/** Forges write ISO 8601, or `2026-11-24 10:00:00 UTC`. */
function timeOf(given: string | null | undefined, name: string): string {
  const time = new Date(given ?? '');
  if (Number.isNaN(time.getTime())) throw new InputError([`${name} is invalid`]);
  return time.toISOString();
}
