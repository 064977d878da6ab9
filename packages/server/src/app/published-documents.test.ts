import { formatGlobalId } from '@milepost/core/ids';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { dayFromNow } from '../testing/build/milestones.ts';
import { test } from '../testing/http.ts';

test('widgets that no feature backs are selectable, null by name and absent from lists', async ({ build, ask }) => {
  const issue = await build.issue({ type: 'incident' });
  const document = `query ($id: WorkItemID!) {
    workItem(id: $id) {
      commentTemplatesPaths { href text }
      userPermissions { blockedWorkItems summarizeComments }
      widgets {
        type
        ... on WorkItemWidgetStatus { status { id name category color description iconName position } }
        ... on WorkItemWidgetProgress { progress updatedAt }
        ... on WorkItemWidgetCrmContacts {
          contactsAvailable
          contacts(first: 5) { nodes { id firstName lastName email phone description organization { id name description defaultRate } } }
        }
        ... on WorkItemWidgetErrorTracking { identifier }
        ... on WorkItemWidgetLinkedResources { linkedResources { nodes { url } } }
      }
      features {
        progress { progress }
        crmContacts { contactsAvailable }
        errorTracking { identifier }
        linkedResources { linkedResources { nodes { url } } }
      }
      workItemType {
        widgetDefinitions {
          type
          ... on WorkItemWidgetDefinitionProgress { showPopover }
          ... on WorkItemWidgetDefinitionCrmContacts { contactsAvailable }
          ... on WorkItemWidgetDefinitionCustomFields { customFieldValues { customField { id } } }
        }
      }
    }
  }`;
  interface Typed {
    type: string;
  }
  interface Answer {
    workItem: { widgets: Typed[]; workItemType: { widgetDefinitions: Typed[] } };
  }
  const { data, errors } = await ask<Answer>('dana', document, { id: formatGlobalId('WorkItem', issue.id) });
  expect(errors).toBeUndefined();
  const unbacked = new Set(['PROGRESS', 'CRM_CONTACTS', 'ERROR_TRACKING', 'LINKED_RESOURCES']);
  expect(data.workItem).toMatchObject({
    commentTemplatesPaths: [],
    userPermissions: { blockedWorkItems: true, summarizeComments: false },
    features: { progress: null, crmContacts: null, errorTracking: null, linkedResources: null },
  });
  const types = [...data.workItem.widgets, ...data.workItem.workItemType.widgetDefinitions].map(({ type }) => type);
  expect(types).toContain('DESCRIPTION');
  expect(types.filter((type) => unbacked.has(type))).toEqual([]);
});

test('time logs, system notes and issues have the fields that published pages select', async ({ build, ask }) => {
  const issue = await build.issue();
  const id = formatGlobalId('Issue', issue.id);
  await ask(
    'dana',
    `mutation { timelogCreate(input: { issuableId: "${id}", timeSpent: "1h", summary: "" }) { errors } }`,
  );
  const { data, errors } = await ask(
    'dana',
    `{ issue(id: "${id}") {
      timelogs { nodes { note { id body } user { id } } }
      notes { nodes { systemNoteMetadata { id descriptionVersion { id canDelete deletePath deleted diffPath } } } }
    } }`,
  );
  expect(errors).toBeUndefined();
  expect(data).toMatchObject({
    issue: {
      timelogs: { nodes: [{ note: null }] },
      notes: { nodes: [{ systemNoteMetadata: { descriptionVersion: null } }] },
    },
  });
});

test('the report of an iteration counts its issues that the viewer may see', async ({ build, ask, db }) => {
  const group = await build.group();
  const [project, other] = [await build.project({ group }), await build.project({ group })];
  const cadence = await build.cadence({ group });
  const iteration = await build.iteration({ cadence, startDate: dayFromNow(-1), dueDate: dayFromNow(1) });
  const issues = [
    await build.issue({ project }),
    await build.issue({ project, state: 'closed' }),
    await build.issue({ project: other }),
    await build.issue({ project, confidential: true }),
  ];
  await build.issue({ project });
  await db
    .updateTable('workItems')
    .set({ iterationId: iteration.id })
    .where(
      'id',
      'in',
      issues.map((each) => each.id),
    )
    .execute();
  const report = async (who: 'paul' | 'gwen', path: string | null) => {
    const { data } = await ask<{ iteration: { report: unknown } }>(
      who,
      `query ($id: IterationID!, $path: String) { iteration(id: $id) { report(fullPath: $path) {
        stats { complete { count } incomplete { count } total { count } } } } }`,
      { id: formatGlobalId('Iteration', iteration.id), path },
    );
    return data.iteration.report;
  };
  const of = (complete: number, incomplete: number) => ({
    stats: {
      complete: { count: complete },
      incomplete: { count: incomplete },
      total: { count: complete + incomplete },
    },
  });
  expect(await report('paul', null)).toEqual(of(1, 3));
  expect(await report('gwen', null)).toEqual(of(1, 2));
  expect(await report('paul', other.fullPath)).toEqual(of(0, 1));
  expect(await report('paul', 'not/there')).toBeNull();
});

test('the query of frequent groups and projects is supported', async ({ build, ask, db }) => {
  const group = await build.group();
  const project = await build.project({ group });
  const hidden = await build.project({ members: {} });
  const paul = build.idOf('paul');
  for (const [namespace, frequency] of [
    [group, 5],
    [project, 7],
    [hidden, 9],
  ] as const) {
    await sql`INSERT INTO frequent_items (user_id, namespace_id, frequency, last_accessed_at) VALUES (${paul}, ${namespace.id}, ${frequency}, now())`.execute(
      db,
    );
  }
  await db
    .deleteFrom('members')
    .where('namespaceId', '=', hidden.scope.traversalIds[0] ?? hidden.id)
    .execute();
  const document = '{ frecentGroups { fullPath } frecentProjects { fullPath } }';
  expect((await ask('paul', document)).data).toEqual({
    frecentGroups: [{ fullPath: group.fullPath }],
    frecentProjects: [{ fullPath: project.fullPath }],
  });
  expect((await ask('nobody', document)).data).toEqual({ frecentGroups: null, frecentProjects: null });
});
