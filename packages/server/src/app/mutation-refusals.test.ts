import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  type GraphQLField,
  type GraphQLInputType,
} from 'graphql';
import { expect } from 'vitest';
import type { CastName } from '../testing/cast.ts';
import { testOfInput as base, type Ask } from '../testing/http.ts';
import { schemaOfAllRooms } from './schema.ts';

/** Ids and paths of the subjects of mutations, by type or name of the field. */
type Targets = Readonly<Record<string, string>>;

type Mutation = GraphQLField<unknown, unknown>;
const schema = schemaOfAllRooms();
const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});

/** Input that a mutation needs in addition to its required fields to pass validation. */
const extraInput: Readonly<Record<string, (targets: Targets) => object>> = {
  createBoard: ({ groupPath }) => ({ groupPath }),
  createIteration: ({ groupPath }) => ({ groupPath, iterationsCadenceId: 'gid://gitlab/Iterations::Cadence/1' }),
  epicLaneUpdate: () => ({ lane: 'HEALTH=at_risk' }),
  iterationCreate: ({ groupPath }) => ({ groupPath, iterationsCadenceId: 'gid://gitlab/Iterations::Cadence/1' }),
  issueMoveList: ({ IssueID }) => ({ moveAfterId: IssueID }),
  labelCreate: ({ projectPath }) => ({ projectPath }),
  timelogCreate: ({ IssueID }) => ({ issuableId: IssueID, timeSpent: '1h' }),
  workItemConvert: () => ({ workItemTypeId: 'gid://gitlab/WorkItems::Type/1' }),
  workItemCreate: ({ projectPath }) => ({
    namespacePath: projectPath,
    workItemTypeId: 'gid://gitlab/WorkItems::Type/1',
  }),
  workItemCreateFromTask: () => ({
    workItemData: {
      lineNumberStart: 1,
      lineNumberEnd: 1,
      lockVersion: 0,
      title: 'a task',
      workItemTypeId: 'gid://gitlab/WorkItems::Type/5',
    },
  }),
  workItemsHierarchyReorder: ({ taskId, WorkItemID }) => ({ id: taskId, parentId: WorkItemID }),
};

/** Affect only the viewer's own objects, so every signed-in person may. */
const ownThings: ReadonlySet<string> = new Set(['todosMarkAllDone']);

function valueFor(type: GraphQLInputType, name: string, targets: Targets): unknown {
  if (isNonNullType(type)) return valueFor(type.ofType, name, targets);
  if (isListType(type)) return [valueFor(type.ofType, name, targets)];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (isInputObjectType(type)) {
    const required = Object.values(type.getFields()).filter(isRequiredInputField);
    return Object.fromEntries(required.map((field) => [field.name, valueFor(field.type, field.name, targets)]));
  }
  const typeName = getNamedType(type).name;
  const target = targets[name] ?? targets[typeName];
  if (target !== undefined) return target;
  if (typeName === 'Boolean') return true;
  if (typeName === 'Int' || typeName === 'Float') return 1;
  if (typeName === 'Date' || typeName === 'ISO8601Date' || typeName === 'Time') return '2030-01-01';
  if (typeName === 'Color') return '#123456';
  return typeName.endsWith('ID') ? `gid://gitlab/${typeName.slice(0, -2)}/1` : 'text';
}

const test = base.extend('targets', async ({ build }) => async (visibility: 'public' | 'private'): Promise<Targets> => {
  const members = { ada: 'owner', paul: 'planner' } as const;
  const group = await build.group({ visibility, members });
  const project = await build.project({ group, visibility });
  const issue = await build.issue({ project, author: 'ada', description: '- [ ] a task' });
  const epic = await build.epic({ group, author: 'ada' });
  const label = await build.label({ namespace: project });
  const task = await build.issue({ type: 'task', project, parent: issue, author: 'ada' });
  const note = await build.note({ on: issue, author: 'ada' });
  const gid = (type: string, { id }: { id: number }) => `gid://gitlab/${type}/${id}`;
  return {
    fullPath: project.fullPath,
    projectPath: project.fullPath,
    groupPath: group.fullPath,
    namespacePath: project.fullPath,
    iid: String(issue.iid),
    id: gid('WorkItem', issue),
    taskId: gid('WorkItem', task),
    WorkItemID: gid('WorkItem', issue),
    IssueID: gid('Issue', issue),
    EpicID: gid('Epic', epic),
    LabelID: gid('Label', label),
    DiscussionID: `gid://gitlab/Discussion/${note.discussionId}`,
    NoteID: gid('Note', note),
    NoteableID: gid('Issue', issue),
    AwardableID: gid('Issue', issue),
    TodoableID: gid('Issue', issue),
    ProjectID: gid('Project', project),
    GroupID: gid('Group', group),
    NamespaceID: gid('Project', project),
    'WorkItems::Statuses::StatusID': 'gid://gitlab/WorkItems::Statuses::SystemDefined::Status/1',
    'WorkItems::Statuses::LifecycleID': 'gid://gitlab/WorkItems::Statuses::SystemDefined::Lifecycle/1',
  };
});

/** The error when nothing changed: of the request, of the payload, or per object. */
interface Verdict {
  /** Error codes of the request. */
  codes: readonly string[];
  /** Errors of the payload. */
  errors: readonly string[];
}

const REFUSALS = ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'];
const WRONG_TYPE = /^"(gid:\/\/gitlab\/[\w:]*\/\w+)" does not represent an instance of ([\w:]+)/;

/** Runs a mutation; if an id has the wrong kind, again with the right one. */
async function attempt(ask: Ask, who: CastName, mutation: Mutation, targets: Targets): Promise<Verdict> {
  const [argument] = mutation.args;
  if (!argument) throw new TypeError(`${mutation.name} has no input`);
  const document = `mutation ($input: ${String(argument.type)}) { ${mutation.name}(input: $input) { errors } }`;
  let input = {
    ...(valueFor(argument.type, 'input', targets) as object),
    ...extraInput[mutation.name]?.(targets),
  };
  for (let tries = 0; ; tries++) {
    const { data, errors = [] } = await ask<Record<string, { errors: string[] } | null>>(who, document, { input });
    const [, gid, kind] = WRONG_TYPE.exec(errors[0]?.message ?? '') ?? [];
    if (gid === undefined || tries === 3) {
      return {
        codes: errors.map(({ extensions }) => String(extensions?.['code'])),
        errors: data[mutation.name]?.errors ?? [],
      };
    }
    const right = targets[`${kind}ID`] ?? `gid://gitlab/${kind}/1`;
    input = JSON.parse(JSON.stringify(input).replaceAll(`"${gid}"`, `"${right}"`)) as typeof input;
  }
}

/** Writing statements. The use of a token is always recorded, and own to-dos are completed on access. */
const writesIn = (statements: readonly string[]): string[] =>
  statements.filter(
    (text) => /^\s*(insert|update|delete)\b/i.test(text) && !/personal_access_tokens|^update "todos"/.test(text),
  );

for (const mutation of mutations) {
  test(`${mutation.name} is refused to an anonymous viewer, even in a visible namespace`, async ({
    ask,
    targets,
    statements,
  }) => {
    for (const visibility of ['public', 'private'] as const) {
      const made = await targets(visibility);
      statements.length = 0;
      const { codes, errors } = await attempt(ask, 'nobody', mutation, made);
      expect(writesIn(statements)).toEqual([]);
      expect({ visibility, errors }).toEqual({ visibility, errors: [] });
      expect(REFUSALS).toContain(codes[0]);
    }
  });
}

for (const mutation of mutations.filter(({ name }) => !ownThings.has(name))) {
  test(`${mutation.name} is refused to a non-member in a private namespace`, async ({ ask, targets, statements }) => {
    const made = await targets('private');
    // The first call creates the token.
    await ask('otto', '{ currentUser { id } }');
    statements.length = 0;
    const { codes, errors } = await attempt(ask, 'otto', mutation, made);
    expect(writesIn(statements)).toEqual([]);
    expect(errors.length > 0 || REFUSALS.includes(codes[0] ?? '')).toBe(true);
  });
}
